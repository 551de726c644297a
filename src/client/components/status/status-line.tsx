import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { StatusRecord } from '#shared/lifecycle.ts';
import { StatusChip } from './status-chip.tsx';

export interface StatusLineProps {
  readonly status: StatusRecord;
  /** Explains what the chip's label leaves out. */
  readonly sentence: string;
}

/** Shows a status as a chip with an explaining sentence. */
export function StatusLine({ status, sentence }: StatusLineProps) {
  return (
    <Box
      component="span"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}
    >
      <StatusChip status={status} />
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary', minWidth: 0 }}>
        {sentence}
      </Typography>
    </Box>
  );
}
