import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useIsPainted } from './use-is-painted.ts';
import { useWasNear } from './use-was-near.ts';

interface LaterProps {
  /** The space that is reserved until then, in pixels. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Renders its children, with their scripts and data, once they are on screen or close to it. */
export function WhenNear({ height, children }: LaterProps) {
  const [element, wasNear] = useWasNear<HTMLDivElement>();
  return wasNear ? children : <Box ref={element} sx={{ height }} />;
}

/** Renders its children after what surrounds them was painted. For what is long and starts below the first screenful. */
export function AfterPaint({ height, children }: LaterProps) {
  const isPainted = useIsPainted();
  return isPainted ? children : <Box data-reserved sx={{ height }} />;
}
