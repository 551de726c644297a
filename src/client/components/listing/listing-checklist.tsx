import DoneIcon from '@mui/icons-material/CheckCircle';
import MissingIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { t } from '#shared/languages/translate.ts';
import { LISTING_REQUIREMENTS, listingFieldPath } from '#shared/listings/completeness.ts';
import type { ListingCheck } from './use-listing-check.ts';

interface ListingChecklistProps {
  readonly appId: string;
  readonly check: ListingCheck;
}

/** Shows what the listing still needs before a submission, with links to the fields; nothing once it is complete. */
export function ListingChecklist({ appId, check }: ListingChecklistProps) {
  const { checklist, denialReason, failed } = check;
  if (failed) {
    return (
      <Box sx={{ mb: 3 }}>
        <CallErrorAlert error={failed.error} onRetry={failed.refetch} />
      </Box>
    );
  }
  if (denialReason === null || checklist.length === 0) return null;
  return (
    <Box component="section" aria-label={t`Before you submit`} sx={{ mb: 3 }}>
      <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {t`Before you submit`}
      </Typography>
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {t`Complete the listing. It goes live with your first version.`}
      </Typography>
      <Box
        component="ul"
        aria-label={t`Listing checklist`}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}
      >
        {checklist.map(({ requirement, isMet }) => {
          const { label, field } = LISTING_REQUIREMENTS[requirement];
          const Icon = isMet ? DoneIcon : MissingIcon;
          return (
            <Box
              component="li"
              key={requirement}
              sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}
            >
              <Icon aria-hidden fontSize="small" color={isMet ? 'success' : 'action'} />
              <Link href={`/${listingFieldPath(appId, field)}`}>{label}</Link>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {isMet ? t`Done` : t`Missing`}
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
