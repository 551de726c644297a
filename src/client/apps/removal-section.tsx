import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import type { LoadedApp } from '#client/components/app/loaded-app.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { focusHandover } from '#client/components/feedback/focus-handover.ts';
import { DeclinedNote } from '#client/components/removal/removal-request-note.tsx';
import { useSessionUser } from '#client/store/store.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { useDayText } from '#client/ui/time.tsx';
import { removalChangeDenialReason, removalDenialReason } from '#shared/apps/removal.ts';
import { t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';

const RequestRemovalDialog = lazyChunk(
  'request-removal-dialog',
  async () => (await import('#client/components/removal/request-removal-dialog.tsx')).RequestRemovalDialog,
  'window',
);

/** Asks for the removal of a published app on a date, or withdraws that. */
export function RemovalSection({ loaded: { app, role, removal } }: { loaded: LoadedApp }) {
  const { uid } = useSessionUser();
  const dayText = useDayText();
  const [isAsking, setAsking] = useState(false);
  const withdraw = useCallMutation('apps.withdrawRemoval');
  const isPending = removal?.state === 'pending';
  const ownerDenialReason = roleDenialReason(role, 'owner');
  const publisherDenialReason =
    app.ownerUid === uid ? null : t`Only the publisher can ask for the removal of this app.`;
  return (
    <Section title={t`Remove the app from the store`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        {isPending
          ? t`This app will be removed on ${dayText(removal.removeAt)}. If you withdraw that, it stays as it is.`
          : t`You choose the date, and can withdraw it until then. Unpublishing the app hides it at once and is yours to undo.`}
      </Typography>
      {removal !== null && <DeclinedNote title={t`Staff declined the removal`} declined={removal.declined} />}
      {isPending ? (
        <ReasonedButton
          ref={focusHandover}
          variant="outlined"
          reason={ownerDenialReason ?? removalChangeDenialReason(removal)}
          pending={withdraw.isPending}
          onClick={() => withdraw.mutate({ appId: app.id })}
        >
          {t`Withdraw removal`}
        </ReasonedButton>
      ) : (
        <ReasonedButton
          ref={focusHandover}
          variant="outlined"
          color="error"
          reason={
            ownerDenialReason ?? publisherDenialReason ?? removalDenialReason({ status: app.status, removal })
          }
          onClick={() => setAsking(true)}
        >
          {t`Ask for removal`}
        </ReasonedButton>
      )}
      {withdraw.error !== null && <CallErrorAlert error={withdraw.error} />}
      {isAsking && (
        <Suspense fallback={null}>
          <RequestRemovalDialog app={app} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Section>
  );
}
