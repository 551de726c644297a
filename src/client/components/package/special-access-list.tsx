import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '#shared/languages/translate.ts';
import { capability } from '#shared/packages/capability-records.ts';
import type { AndroidFacts } from '#shared/packages/facts.ts';

export interface SpecialAccessListProps {
  readonly specialAccess: NonNullable<AndroidFacts['specialAccess']>;
}

/** Lists what components of an app may do with the device, with the names of the components. */
export function SpecialAccessList({ specialAccess }: SpecialAccessListProps) {
  return (
    <Box
      component="ul"
      aria-label={t`Special access`}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}
    >
      {specialAccess.map(({ kind, name }) => (
        <li key={`${kind} ${name}`}>
          <Typography component="span" variant="body2">
            {capability(kind).sentence}
          </Typography>{' '}
          <Typography
            component="span"
            variant="body2"
            sx={{ color: 'text.secondary', fontFamily: 'monospace', overflowWrap: 'anywhere' }}
          >
            {name}
          </Typography>
        </li>
      ))}
    </Box>
  );
}
