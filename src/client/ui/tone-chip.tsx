import Chip from '@mui/material/Chip';
import type { ElementType } from 'react';
import { type Tone, toneSurface } from './tone.ts';

interface ToneChipProps {
  readonly label: string;
  readonly icon: ElementType;
  readonly tone: Tone;
}

/** Shows a status as icon, label and colour. */
export function ToneChip({ label, icon: Icon, tone }: ToneChipProps) {
  return (
    <Chip
      size="small"
      label={label}
      icon={<Icon aria-hidden fontSize="small" />}
      sx={[{ fontWeight: 500, '& .MuiChip-icon': { color: 'inherit' } }, ...[toneSurface(tone)].flat()]}
    />
  );
}
