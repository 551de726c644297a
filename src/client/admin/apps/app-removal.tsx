import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { Section } from '#client/ui/section.tsx';
import { type App, storeReasonSchema } from '#shared/apps/app.ts';
import { APP_ACTIONS, appDenialReason } from '#shared/apps/status.ts';
import type { CallResult } from '#shared/calls.ts';
import { AWAITING_REVIEW } from '#shared/versions/status.ts';

interface AppRemovalProps {
  readonly app: App;
  readonly counts: CallResult<'apps.get'>['versionCounts'];
}

/** Removes an app from the store or restores it, after explaining the consequences with numbers. */
export function AppRemoval({ app, counts }: AppRemovalProps) {
  const [asking, setAsking] = useState<'remove' | 'restore' | null>(null);
  const denialReasonFor = (action: 'remove' | 'restore' | 'unpublish') =>
    appDenialReason({ action, status: app.status, actor: 'admin' });
  const close = () => setAsking(null);
  return (
    <Section title="Removal">
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        Removing an app takes all its versions out of the store and blocks new submissions. Nothing is
        deleted, and you can restore it.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ActionButton
          action={APP_ACTIONS.restore}
          status={app.status}
          variant="contained"
          reason={denialReasonFor('restore')}
          onClick={() => setAsking('restore')}
        />
        <ActionButton
          action={APP_ACTIONS.remove}
          status={app.status}
          variant="outlined"
          reason={denialReasonFor('remove')}
          onClick={() => setAsking('remove')}
        />
        <ActionButton
          action={APP_ACTIONS.unpublish}
          status={app.status}
          reason={denialReasonFor('unpublish')}
        />
      </Box>
      {asking === 'remove' && <RemoveDialog app={app} counts={counts} onClose={close} />}
      {asking === 'restore' && <RestoreDialog app={app} counts={counts} onClose={close} />}
    </Section>
  );
}

type DialogProps = AppRemovalProps & { readonly onClose: () => void };

function publishedText(counts: AppRemovalProps['counts']): string {
  const count = counts.published ?? 0;
  return count === 1 ? '1 published version' : `${count} published versions`;
}

function RemoveDialog({ app, counts, onClose }: DialogProps) {
  const remove = useCallMutation('apps.remove');
  const downloads = useCallQuery('apps.versionDownloads', { appId: app.id });
  const waiting = AWAITING_REVIEW.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return (
    <ReasonDialog
      title={`Remove ${app.name}?`}
      confirmLabel="Remove"
      danger
      help="Shown to the publisher in the store and by email."
      schema={storeReasonSchema}
      {...(app.status === 'published' && { typeToConfirm: app.name })}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={(reason) => remove.mutate({ appId: app.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {publishedText(counts)}
        {downloads.data !== undefined &&
          `, downloaded ${downloads.data.allTime.toLocaleString('en')} ${downloads.data.allTime === 1 ? 'time' : 'times'} so far,`}{' '}
        can’t be downloaded anymore.
        {waiting > 0 &&
          ` ${waiting === 1 ? '1 version leaves' : `${waiting} versions leave`} the review queue.`}{' '}
        People who have the app keep it but get no updates.
      </Typography>
    </ReasonDialog>
  );
}

function RestoreDialog({ app, counts, onClose }: DialogProps) {
  const restore = useCallMutation('apps.restore');
  return (
    <ReasonDialog
      title={`Restore ${app.name}?`}
      confirmLabel="Restore"
      help="Shown to the publisher in the store and by email."
      schema={storeReasonSchema}
      pending={restore.isPending}
      error={restore.error}
      onConfirm={(reason) => restore.mutate({ appId: app.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        It returns to its previous status with {publishedText(counts)}. Versions approved in the meantime are
        published.
      </Typography>
    </ReasonDialog>
  );
}
