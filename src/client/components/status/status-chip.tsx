import Chip from '@mui/material/Chip';
import { toneSurface } from '#client/ui/tone.ts';
import type { StatusRecord } from '#shared/lifecycle.ts';
import { ICONS } from './icons.ts';

/** Shows a status as icon, label and colour; `status` is its record. */
export function StatusChip({ status: { label, icon, tone } }: { status: StatusRecord }) {
  const Icon = ICONS[icon];
  return (
    <Chip
      size="small"
      label={label}
      icon={<Icon aria-hidden fontSize="small" />}
      sx={[{ fontWeight: 500, '& .MuiChip-icon': { color: 'inherit' } }, ...[toneSurface(tone)].flat()]}
    />
  );
}
