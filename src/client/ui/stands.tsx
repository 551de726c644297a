import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { StatusChip } from './status.tsx';
import type { Status } from './status-table.ts';

export interface StandsProps {
  readonly status: Status;
  /** The same as a sentence, which says what the chip's word leaves out. */
  readonly sentence: string;
}

/** Where something stands: the chip to recognise it by, and the sentence that explains it. */
export function Stands({ status, sentence }: StandsProps) {
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
