import Box from '@mui/material/Box';
import { ToneChip } from '#client/ui/tone-chip.tsx';
import type { StatusRecord } from '#shared/lifecycle.ts';
import { ICONS } from './icons.ts';

/** Shows a status by its record. */
export function StatusChip({ status: { label, icon, tone } }: { status: StatusRecord }) {
  return <ToneChip label={label} icon={ICONS[icon]} tone={tone} />;
}

/** Shows several statuses of one thing beside each other. */
export function StatusChips({ statuses }: { statuses: readonly StatusRecord[] }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {statuses.map((status) => (
        <StatusChip key={status.label} status={status} />
      ))}
    </Box>
  );
}
