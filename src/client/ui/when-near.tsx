import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useWasNear } from './use-was-near.ts';

export interface WhenNearProps {
  /** The space that is reserved until then, in pixels. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Renders its children, with their scripts and data, once they are on screen or close to it. */
export function WhenNear({ height, children }: WhenNearProps) {
  const [element, wasNear] = useWasNear<HTMLDivElement>();
  return wasNear ? children : <Box ref={element} sx={{ height }} />;
}
