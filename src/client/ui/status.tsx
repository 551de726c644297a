import Chip from '@mui/material/Chip';
import { STATUS_LOOKS, type Status } from './status-table.ts';
import { toneSurface } from './tone.ts';

/** A status as icon, word and colour together. */
export function StatusChip({ status }: { status: Status }) {
  const { word, icon: Icon, tone } = STATUS_LOOKS[status];
  return (
    <Chip
      size="small"
      label={word}
      icon={<Icon aria-hidden fontSize="small" />}
      sx={[{ fontWeight: 500, '& .MuiChip-icon': { color: 'inherit' } }, ...[toneSurface(tone)].flat()]}
    />
  );
}
