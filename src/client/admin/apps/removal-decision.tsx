import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { RemovalRequestNote } from '#client/components/removal/removal-request-note.tsx';
import { paths } from '#client/paths.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';

const DeclineRequestDialog = lazyChunk(
  'decline-request-dialog',
  async () => (await import('#client/components/removal/decline-request-dialog.tsx')).DeclineRequestDialog,
  'window',
);

/** Lets staff carry out or decline what the publisher of an app asked for; nothing without a pending request. */
export function RemovalDecision({ loaded: { app, removal } }: { loaded: CallResult<'apps.get'> }) {
  const [asking, setAsking] = useState<'remove' | 'decline' | null>(null);
  const remove = useCallMutation('apps.carryOutRemoval');
  const decline = useCallMutation('apps.declineRemoval');
  const close = () => setAsking(null);
  const { id: appId, name } = app;
  return (
    <>
      <RemovalRequestNote app={app} removal={removal}>
        <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <PendingButton variant="outlined" color="error" onClick={() => setAsking('remove')}>
            {t`Remove now`}
          </PendingButton>
          {removal?.isWithAccount === true ? (
            <Link href={paths.adminPerson(app.ownerUid)}>{t`Decide about the account`}</Link>
          ) : (
            <PendingButton variant="outlined" color="inherit" onClick={() => setAsking('decline')}>
              {t`Decline`}
            </PendingButton>
          )}
        </Box>
      </RemovalRequestNote>
      {asking === 'remove' && (
        <ConfirmDialog
          title={t`Remove ${name} now?`}
          confirmLabel={t`Remove now`}
          danger
          typeToConfirm={name}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ appId }, { onSuccess: close })}
          onClose={close}
        >
          <Typography>
            {t`Its publisher asked for the removal, and could have withdrawn it until its date. You can restore the app.`}
          </Typography>
        </ConfirmDialog>
      )}
      {asking === 'decline' && (
        <Suspense fallback={null}>
          <DeclineRequestDialog
            title={t`Decline the removal of ${name}?`}
            pending={decline.isPending}
            error={decline.error}
            onDecline={(decision) => decline.mutate({ appId, ...decision }, { onSuccess: close })}
            onClose={close}
          >
            <Typography>
              {t`Publishers may leave whenever they like. Decline only where a law or an open case asks for it. They can ask again.`}
            </Typography>
          </DeclineRequestDialog>
        </Suspense>
      )}
    </>
  );
}
