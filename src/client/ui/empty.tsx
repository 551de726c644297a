import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface EmptyProps {
  /** A sentence about what will appear here. */
  readonly title: string;
  /** The action that adds the first item. */
  readonly action?: ReactNode;
}

/** Shows that a list is empty. */
export function Empty({ title, action }: EmptyProps) {
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
      <Typography sx={{ color: 'text.secondary', maxWidth: 480 }}>{title}</Typography>
      {action}
    </Box>
  );
}
