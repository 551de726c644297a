import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useDensity } from '#client/ui/density.ts';
import type { StatusRecord } from '#shared/lifecycle.ts';
import { StatusChip } from './status-chip.tsx';

export interface StatusLineProps {
  readonly status: StatusRecord;
  /** Explains what the chip's label leaves out. */
  readonly sentence: string;
  /** True below each other, so that all rows of a list look the same. */
  readonly isStacked?: boolean;
}

/** Shows a status as a chip with an explaining sentence. */
export function StatusLine({ status, sentence, isStacked = false }: StatusLineProps) {
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        flexDirection: isStacked ? 'column' : 'row',
        alignItems: isStacked ? 'flex-start' : 'center',
        flexWrap: 'wrap',
        columnGap: 1,
        rowGap: 0.5,
      }}
    >
      <Box component="span" aria-live="polite" sx={{ display: 'inline-flex' }}>
        <StatusChip status={status} />
      </Box>
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary', minWidth: 0 }}>
        {sentence}
      </Typography>
    </Box>
  );
}

/** Shows the same in a cell of a table, in as many lines as its density has. */
export function StatusCell({ status, sentence }: Omit<StatusLineProps, 'isStacked'>) {
  const isCompact = useDensity() === 'compact';
  return (
    <Box
      sx={{
        minWidth: 0,
        display: 'flex',
        flexDirection: isCompact ? 'row' : 'column',
        alignItems: isCompact ? 'center' : 'flex-start',
        columnGap: 1,
        rowGap: 0.25,
      }}
    >
      <StatusChip status={status} />
      <Box
        component="span"
        title={sentence}
        sx={{
          color: 'text.secondary',
          fontSize: isCompact ? undefined : '0.8125rem',
          maxWidth: '100%',
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: { xs: 'normal', sm: 'nowrap' },
        }}
      >
        {sentence}
      </Box>
    </Box>
  );
}
