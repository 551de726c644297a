import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { holdSentence } from '#shared/holds/hold.ts';
import type { HoldNotice } from '#shared/holds/schemas.ts';
import { t } from '#shared/languages/translate.ts';

/** Shows what is on hold, why, and what its publisher can do; nothing without a hold. */
export function HoldNote({ hold }: { hold: HoldNotice | null }) {
  if (hold === null) return null;
  return (
    <Alert severity="error" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      {rich`${<AlertTitle>{t`On hold`}</AlertTitle>}${holdSentence(hold)} “${hold.reason}” Put on hold ${<Time iso={hold.since} />}. Nothing was deleted, and staff will look at it again ${<Time iso={hold.reviewAt} />}. If you think this is a mistake, contact the store’s staff.`}
    </Alert>
  );
}
