import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Link from '@mui/material/Link';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { type HoldNotice, holdSentence } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';

/** Shows what is on hold, why, and what its publisher can do; nothing without a hold. */
export function HoldNote({ hold }: { hold: HoldNotice | null }) {
  if (hold === null) return null;
  return (
    <Alert severity="error" sx={NOTE}>
      {rich`${<AlertTitle>{t`On hold`}</AlertTitle>}${holdSentence(hold)} “${hold.reason}” Put on hold ${<Time iso={hold.since} />}. Nothing was deleted, and staff will look at it again ${<Time iso={hold.reviewAt} />}. If you think this is a mistake, contact the store’s staff.`}
    </Alert>
  );
}

const NOTE = { mb: 3, overflowWrap: 'anywhere' } as const;

interface VersionHoldNoteProps {
  /** The hold on the version, its app or its publisher. */
  readonly hold: HoldNotice | null;
  /** The page of its app or publisher, which shows the hold. */
  readonly holder: { readonly href: string; readonly label: string };
}

/** Shows why a version is on hold, with a link to what else is where the hold is not on the version alone. */
export function VersionHoldNote({ hold, holder }: VersionHoldNoteProps) {
  if (hold === null || hold.subject === 'version') return <HoldNote hold={hold} />;
  return (
    <Alert severity="error" sx={NOTE}>
      {rich`${<AlertTitle>{t`On hold`}</AlertTitle>}${holdSentence(hold)} Reason: “${hold.reason}” ${<Link href={holder.href}>{holder.label}</Link>}`}
    </Alert>
  );
}
