import Box from '@mui/material/Box';
import { useDeferredValue } from 'react';
import type { WhenNearProps } from './when-near.tsx';

/** Renders its children after what surrounds them was painted. For what is long and starts below the first screenful. */
export function AfterPaint({ height, children }: WhenNearProps) {
  const isPainted = useDeferredValue(true, false);
  return isPainted ? children : <Box sx={{ height }} />;
}
