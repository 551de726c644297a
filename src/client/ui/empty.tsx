import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { type Drawing, LineDrawing } from './drawing.tsx';

export interface EmptyProps {
  /** The drawing above the sentence. */
  readonly picture?: Drawing;
  /** A sentence about what will appear here. */
  readonly title: string;
  /** The action that adds the first item. */
  readonly action?: ReactNode;
}

/** Shows that a list is empty. */
export function Empty({ picture, title, action }: EmptyProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 2,
        px: 2,
        py: 6,
        textAlign: 'center',
        bgcolor: 'background.paper',
        borderRadius: 1,
      }}
    >
      {picture !== undefined && <LineDrawing name={picture} />}
      <Typography
        // A search or filter that finds nothing is announced.
        component={picture === 'search' ? 'output' : 'p'}
        sx={{ color: 'text.secondary', maxWidth: 480 }}
      >
        {title}
      </Typography>
      {action}
    </Box>
  );
}
