import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ElementType } from 'react';
import { toneColor } from '#client/ui/tone.ts';
import { t } from '#shared/languages/translate.ts';
import type { CapabilityEvidence, FoundCapability } from '#shared/packages/capabilities.ts';
import { type CapabilityIcon, capability } from '#shared/packages/capability-records.ts';
import { permissionName } from './permission-list.tsx';

/** The weight from which a capability stands out. */
const GRAVE = 4;
/** Evidence that is shown of one capability. */
const MAX_EVIDENCE = 5;

export interface CapabilityListProps {
  readonly capabilities: readonly FoundCapability[];
  /** The icons to show; only some screens have them, because they are large. */
  readonly icons?: Readonly<Record<CapabilityIcon, ElementType>>;
}

/** Lists what an app can do, with what gives it: permissions, components, domains. */
export function CapabilityList({ capabilities, icons }: CapabilityListProps) {
  return (
    <Box
      component="ul"
      aria-label={t`What it can do`}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}
    >
      {capabilities.map(({ id, evidence }) => {
        const { icon, sentence, weight } = capability(id);
        const Icon = icons?.[icon];
        const tone = toneColor(weight >= GRAVE ? 'warning' : 'neutral');
        return (
          <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
            {Icon && <Icon aria-hidden sx={[{ fontSize: 20 }, ...[tone].flat()]} />}
            <Typography component="span" variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {sentence}{' '}
              <Box component="span" sx={{ color: 'text.secondary', fontFamily: 'monospace' }}>
                {evidenceText(evidence)}
              </Box>
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

function evidenceText(evidence: readonly CapabilityEvidence[]): string {
  const names = [
    ...new Set(evidence.map(({ kind, name }) => (kind === 'domain' && name === '*' ? '' : name))),
  ];
  const shown = names.filter(Boolean).slice(0, MAX_EVIDENCE).map(permissionName);
  return [...shown, ...(names.length > MAX_EVIDENCE ? ['…'] : [])].join(', ');
}
