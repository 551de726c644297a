import { ToneChip } from '#client/ui/tone-chip.tsx';
import type { StatusRecord } from '#shared/lifecycle.ts';
import { ICONS } from './icons.ts';

/** Shows a status by its record. */
export function StatusChip({ status: { label, icon, tone } }: { status: StatusRecord }) {
  return <ToneChip label={label} icon={ICONS[icon]} tone={tone} />;
}
