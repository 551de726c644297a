import CompleteIcon from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { rich } from '#client/ui/rich-text.tsx';
import { t } from '#shared/languages/translate.ts';
import {
  type ChecklistItem,
  LISTING_REQUIREMENTS,
  missingRequirements,
} from '#shared/listings/completeness.ts';

interface CompletenessMeterProps {
  readonly checklist: readonly ChecklistItem[];
}

/** Shows how much of what the store asks for is there. */
export function CompletenessMeter({ checklist }: CompletenessMeterProps) {
  const id = useId();
  const done = checklist.filter(({ isMet }) => isMet).length;
  const isComplete = done === checklist.length;
  return (
    <>
      <Typography
        id={id}
        component="h2"
        variant="body2"
        sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 600, whiteSpace: 'nowrap' }}
      >
        {rich`${isComplete && <CompleteIcon aria-hidden sx={{ fontSize: 18, color: 'success.main' }} />}${done} of ${checklist.length} complete`}
      </Typography>
      <LinearProgress
        variant="determinate"
        color={isComplete ? 'success' : 'primary'}
        value={(100 * done) / checklist.length}
        aria-labelledby={id}
        sx={{ flex: 1, height: 6, borderRadius: 3 }}
      />
    </>
  );
}

/** Links to the fields that the store asks for and that are empty; nothing once the listing is complete. */
export function MissingFields({ checklist }: CompletenessMeterProps) {
  const id = useId();
  const { search } = useLocation();
  const missing = missingRequirements(checklist);
  if (missing.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mb: 2, typography: 'body2' }}>
      <Box component="span" id={id} sx={{ color: 'text.secondary' }}>
        {t`Missing:`}
      </Box>
      <Box
        component="ul"
        aria-labelledby={id}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}
      >
        {missing.map((requirement) => {
          const { label, field } = LISTING_REQUIREMENTS[requirement];
          return (
            <li key={requirement}>
              <Box component={Link} to={{ search, hash: `#${field}` }} sx={{ color: 'primary.main' }}>
                {label}
              </Box>
            </li>
          );
        })}
      </Box>
    </Box>
  );
}
