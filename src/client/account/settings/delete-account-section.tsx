import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { focusHandover } from '#client/components/feedback/focus-handover.ts';
import { DeclinedNote } from '#client/components/removal/removal-request-note.tsx';
import { paths } from '#client/paths.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { useDayText } from '#client/ui/time.tsx';
import type { DeletionRequest } from '#shared/account/deletion.ts';
import { describeObstacle } from '#shared/account/obstacles.ts';
import { plural, t } from '#shared/languages/translate.ts';
import type { DeletionPreview } from './delete-account-dialog.tsx';
import { LeavingApps } from './leaving-apps.tsx';

const DeleteAccountDialog = lazyChunk(
  'delete-account-dialog',
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
  'window',
);

/** Shows the way to delete the account, from what is in the way to the date, and the way back. */
export function DeleteAccountSection() {
  const call = useCallQuery('account.previewDeletion', {});
  if (call.data === undefined) return <CallStatus call={call} skeleton={<ListSkeleton rows={2} />} />;
  const { request } = call.data;
  if (request?.state === 'pending') return <PendingDeletion preview={call.data} request={request} />;
  return <DeletionWay preview={call.data} />;
}

function DeletionWay({ preview }: { preview: DeletionPreview }) {
  const [step, setStep] = useState<'start' | 'plan'>('start');
  const [isAsking, setAsking] = useState(false);
  const { obstacles, leaving, claims, request } = preview;
  const lastAdminReason = describeLastAdmin(preview);
  const isPlanning = step === 'plan' && (obstacles.length > 0 || leaving.length > 0);
  return (
    <>
      {request !== null && (
        <DeclinedNote title={t`Staff declined the deletion of your account`} declined={request.declined} />
      )}
      {isPlanning ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Typography variant="h3">{t`Before you go`}</Typography>
          <LastAdminAlert severity="warning" reason={lastAdminReason} />
          {claims > 0 && (
            <Typography>
              {plural(claims, {
                one: 'You claimed # review.',
                other: 'You claimed # reviews.',
              })}{' '}
              <Link href={paths.queue}>{t`Finish what you claimed, or it returns to the queue.`}</Link>
            </Typography>
          )}
          {leaving.length > 0 && (
            <>
              <Typography sx={{ maxWidth: 640 }}>
                {t`These apps are yours. Transfer those that should stay: the others leave the store on the date of your deletion, or on an earlier one that you choose.`}
              </Typography>
              <LeavingApps apps={leaving} />
              <MoreApps preview={preview} />
            </>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <ReasonedButton
              variant="contained"
              color="error"
              reason={lastAdminReason}
              onClick={() => setAsking(true)}
            >
              {t`Choose the date`}
            </ReasonedButton>
            <Button onClick={() => setStep('start')}>{t`Cancel`}</Button>
          </Box>
        </Box>
      ) : (
        <>
          <Typography sx={{ mb: 2, maxWidth: 640 }}>
            {t`We’ll show you what is in the way and what gets deleted first. You choose the date.`}
          </Typography>
          <Button
            variant="outlined"
            color="error"
            ref={focusHandover}
            onClick={() => (obstacles.length === 0 ? setAsking(true) : setStep('plan'))}
          >
            {t`Delete my account`}
          </Button>
        </>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <DeleteAccountDialog preview={preview} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

interface PendingDeletionProps {
  readonly preview: DeletionPreview;
  readonly request: DeletionRequest;
}

function PendingDeletion({ preview, request }: PendingDeletionProps) {
  const withdraw = useCallMutation('account.withdrawDeletion');
  const dayText = useDayText();
  const { leaving } = preview;
  const lastAdminReason = describeLastAdmin(preview);
  const on = dayText(request.deleteAt);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning">
        <AlertTitle>{t`Your account will be deleted on ${on}`}</AlertTitle>
        {t`You asked for this on ${dayText(request.requestedAt)}. Until then, everything works as before, and you can keep your account. We’ll email you when it’s deleted, if this store sends email.`}
      </Alert>
      <LastAdminAlert severity="error" reason={lastAdminReason} />
      {leaving.some(({ isHeld }) => isHeld) && (
        <Alert severity="info">
          {t`An app of yours is on hold. Your account is deleted when the hold ends, or when staff decide so.`}
        </Alert>
      )}
      {leaving.length > 0 && (
        <>
          <Typography>{t`These apps go with it, unless someone takes them over:`}</Typography>
          <LeavingApps apps={leaving} />
          <MoreApps preview={preview} />
        </>
      )}
      {withdraw.error !== null && <CallErrorAlert error={withdraw.error} />}
      <Box>
        <PendingButton
          variant="contained"
          ref={focusHandover}
          pending={withdraw.isPending}
          onClick={() => withdraw.mutate({})}
        >
          {t`Keep my account`}
        </PendingButton>
      </Box>
    </Box>
  );
}

/** Returns why the last admin must stay for now; null for everyone else. */
function describeLastAdmin({ obstacles, apps }: DeletionPreview): string | null {
  const obstacle = obstacles.find(({ reason }) => reason === 'last-admin');
  return obstacle === undefined ? null : describeObstacle(obstacle.reason, apps);
}

interface LastAdminAlertProps {
  readonly severity: 'warning' | 'error';
  readonly reason: string | null;
}

/** Shows why the last admin must stay, with the way to choose another; nothing without a reason. */
function LastAdminAlert({ severity, reason }: LastAdminAlertProps) {
  if (reason === null) return null;
  return (
    <Alert
      severity={severity}
      action={<Button color="inherit" href={paths.adminUsers}>{t`Choose an admin`}</Button>}
    >
      {reason}
    </Alert>
  );
}

/** Says how many apps the list leaves out. */
function MoreApps({ preview: { apps, leaving } }: { preview: DeletionPreview }) {
  const more = apps.draft + apps.published + apps.unpublished - leaving.length;
  if (more <= 0) return null;
  return <Link href={paths.apps}>{plural(more, { one: 'And # more app', other: 'And # more apps' })}</Link>;
}
