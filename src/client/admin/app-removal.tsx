import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { type App, storeReasonSchema } from '#shared/apps/app.ts';
import { whyNotApp } from '#shared/apps/rules.ts';
import type { Version } from '#shared/versions/version.ts';
import { APP_CHANGED } from './app-changed.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface AppRemovalProps {
  readonly app: App;
  readonly versions: readonly Version[];
}

/** Takes an app out of the store or puts it back, after saying what that means in numbers. */
export function AppRemoval({ app, versions }: AppRemovalProps) {
  const [asking, setAsking] = useState<'remove' | 'restore' | null>(null);
  const why = (action: 'remove' | 'restore' | 'unpublish') =>
    whyNotApp({ action, status: app.status, actor: 'admin' });
  const close = () => setAsking(null);
  return (
    <Section title="Removal">
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        A removed app disappears from the store with all of its versions, and none can be handed in until it
        is restored. Nothing is deleted.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {app.status === 'removed' ? (
          <ReasonedButton variant="contained" reason={why('restore')} onClick={() => setAsking('restore')}>
            Restore the app
          </ReasonedButton>
        ) : (
          <ReasonedButton
            variant="outlined"
            color="error"
            reason={why('remove')}
            onClick={() => setAsking('remove')}
          >
            Remove the app
          </ReasonedButton>
        )}
        <ReasonedButton reason={why('unpublish')}>Unpublish the app</ReasonedButton>
      </Box>
      {asking === 'remove' && <RemoveDialog app={app} versions={versions} onClose={close} />}
      {asking === 'restore' && <RestoreDialog app={app} versions={versions} onClose={close} />}
    </Section>
  );
}

type DialogProps = AppRemovalProps & { readonly onClose: () => void };

function publishedText(versions: readonly Version[]): string {
  const count = versions.filter(({ status }) => status === 'published').length;
  return count === 1 ? '1 published version' : `${count} published versions`;
}

function RemoveDialog({ app, versions, onClose }: DialogProps) {
  const remove = useCallMutation('apps.remove', { invalidates: APP_CHANGED });
  const downloads = useCallQuery('apps.versionDownloads', { appId: app.id });
  const waiting = versions.filter(({ status }) => status === 'submitted' || status === 'in_review').length;
  return (
    <ReasonDialog
      title={`Remove ${app.name}?`}
      confirmLabel="Remove"
      danger
      help="Its publisher reads it, on the page and by mail."
      schema={storeReasonSchema}
      {...(app.status === 'published' && { typeToConfirm: app.name })}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={(reason) => remove.mutate({ appId: app.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {publishedText(versions)}
        {downloads.data !== undefined &&
          `, downloaded ${downloads.data.allTime.toLocaleString('en')} ${downloads.data.allTime === 1 ? 'time' : 'times'} so far,`}{' '}
        can no longer be downloaded by anybody.
        {waiting > 0 &&
          ` ${waiting === 1 ? '1 version leaves' : `${waiting} versions leave`} the review queue.`}{' '}
        People who have the app keep it, without updates.
      </Typography>
    </ReasonDialog>
  );
}

function RestoreDialog({ app, versions, onClose }: DialogProps) {
  const restore = useCallMutation('apps.restore', { invalidates: APP_CHANGED });
  return (
    <ReasonDialog
      title={`Restore ${app.name}?`}
      confirmLabel="Restore"
      help="Its publisher reads it, on the page and by mail."
      schema={storeReasonSchema}
      pending={restore.isPending}
      error={restore.error}
      onConfirm={(reason) => restore.mutate({ appId: app.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        It goes back to what it was before: {publishedText(versions)} of it. What was approved meanwhile is
        published.
      </Typography>
    </ReasonDialog>
  );
}
