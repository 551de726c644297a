import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { rich } from '#client/ui/rich-text.tsx';
import { type HoldNotice, holdSentence } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';

/** Shows what is on hold, why, and what its publisher can do; nothing without a hold. */
export function HoldNote({ hold }: { hold: HoldNotice | null }) {
  if (hold === null) return null;
  const day = hold.reviewAt.slice(0, 10);
  return (
    <Alert severity="error" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      {rich`${<AlertTitle>{t`On hold`}</AlertTitle>}${holdSentence(hold)} “${hold.reason}” Nothing was deleted. Staff will look at it again by ${day}. If you think this is a mistake, contact the store’s staff.`}
    </Alert>
  );
}
