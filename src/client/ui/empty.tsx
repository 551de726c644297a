import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface EmptyProps {
  /** One sentence that teaches what belongs here. */
  readonly title: string;
  /** The one action that fills it. */
  readonly action?: ReactNode;
}

/** What a list shows while it has nothing. */
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
