import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { unconfirmedReason } from '#client/components/credentials/unconfirmed-reason.ts';
import { paths } from '#client/paths.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { useDayText } from '#client/ui/time.tsx';
import type { LeavingApp } from '#shared/account/deletion-calls.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { APP_STATUSES } from '#shared/statuses/app-status.ts';

const TransferDialog = lazyChunk(
  'transfer-dialog',
  async () => (await import('#client/components/member/transfer-dialog.tsx')).TransferDialog,
  'window',
);

const RequestRemovalDialog = lazyChunk(
  'request-removal-dialog',
  async () => (await import('#client/components/removal/request-removal-dialog.tsx')).RequestRemovalDialog,
  'window',
);

/** Lists the apps that stay with nobody once the account is gone, each with what its publisher can do. */
export function LeavingApps({ apps }: { apps: readonly LeavingApp[] }) {
  const isConfirmed = useCallQuery('users.me', {}).data?.user.emailVerified ?? true;
  return (
    <Rows label={t`Your apps`}>
      {apps.map((app) => (
        <LeavingRow key={app.id} app={app} unconfirmed={unconfirmedReason(isConfirmed)} />
      ))}
    </Rows>
  );
}

interface LeavingRowProps {
  readonly app: LeavingApp;
  /** The reason why the user can't transfer apps; null when they can. */
  readonly unconfirmed: string | null;
}

function LeavingRow({ app, unconfirmed }: LeavingRowProps) {
  const { id, name, status, isHeld, transferTo, removeAt } = app;
  const [asking, setAsking] = useState<'transfer' | 'remove' | null>(null);
  const dayText = useDayText();
  const close = () => setAsking(null);
  const heldReason = isHeld ? t`The app is on hold. Contact the store’s staff.` : null;
  const isDraft = status === 'draft';
  return (
    <Box
      component="li"
      aria-label={name}
      sx={{ px: 2, py: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[APP_STATUSES[status].label, ...listNotes(app)].join(' · ')}
        </Typography>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {outcomeText({ transferTo, isDraft, on: removeAt === null ? null : dayText(removeAt) })}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {transferTo === null ? (
          <ReasonedButton
            size="small"
            aria-label={t`Transfer ${name}`}
            reason={unconfirmed ?? heldReason}
            onClick={() => setAsking('transfer')}
          >
            {t`Transfer`}
          </ReasonedButton>
        ) : (
          <Button size="small" href={paths.appPart(id, 'people')}>
            {t`See the transfer`}
          </Button>
        )}
        {!isDraft && removeAt === null && (
          <Button size="small" aria-label={t`Remove ${name}`} onClick={() => setAsking('remove')}>
            {t`Remove`}
          </Button>
        )}
        <Button size="small" aria-label={t`Settings of ${name}`} href={paths.appPart(id, 'settings')}>
          {t`Settings`}
        </Button>
      </Box>
      <Suspense fallback={null}>
        {asking === 'transfer' && <TransferDialog app={app} onClose={close} />}
        {asking === 'remove' && <RequestRemovalDialog app={app} onClose={close} />}
      </Suspense>
    </Box>
  );
}

function listNotes({ isHeld, reviews, members }: LeavingApp): string[] {
  return [
    ...(isHeld ? [t`On hold`] : []),
    ...(reviews > 0 ? [plural(reviews, { one: '# version in review', other: '# versions in review' })] : []),
    ...(members > 0
      ? [plural(members, { one: '# other person works on it', other: '# other people work on it' })]
      : []),
  ];
}

interface Outcome {
  readonly transferTo: string | null;
  readonly isDraft: boolean;
  /** The date of its removal; null without a request. */
  readonly on: string | null;
}

/** Says what happens to an app if nobody does anything more. */
function outcomeText({ transferTo, isDraft, on }: Outcome): string {
  const otherwise = isDraft
    ? t`It’s deleted with your account.`
    : on === null
      ? t`It’s removed with your account.`
      : t`It’s removed on ${on}.`;
  return transferTo === null
    ? otherwise
    : t`Stays if ${transferTo} accepts the transfer. Otherwise: ${otherwise}`;
}
