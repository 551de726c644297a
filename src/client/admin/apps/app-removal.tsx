import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { HoldButton } from '#client/components/hold/hold-button.tsx';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { Section } from '#client/ui/section.tsx';
import { type App, storeReasonSchema } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { APP_ACTIONS, appDenialReason } from '#shared/statuses/app-status.ts';
import { AWAITING_REVIEW } from '#shared/statuses/version-status.ts';

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
    <Section title={t`Removal`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {t`Removing an app takes all its versions out of the store and blocks new submissions. Nothing is deleted, and you can restore it.`}
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
        <HoldButton subject="app" subjectId={app.id} name={app.name} hold={app.hold} />
      </Box>
      {asking === 'remove' && <RemoveDialog app={app} counts={counts} onClose={close} />}
      {asking === 'restore' && <RestoreDialog app={app} counts={counts} onClose={close} />}
    </Section>
  );
}

type DialogProps = AppRemovalProps & { readonly onClose: () => void };

function publishedText(counts: AppRemovalProps['counts']): string {
  const count = counts.published ?? 0;
  return plural(count, { one: '# published version', other: '# published versions' });
}

function RemoveDialog({ app, counts, onClose }: DialogProps) {
  const remove = useCallMutation('apps.remove');
  const downloads = useCallQuery('apps.versionDownloads', { appId: app.id });
  const waiting = AWAITING_REVIEW.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return (
    <ReasonDialog
      title={t`Remove ${app.name}?`}
      confirmLabel={t`Remove`}
      danger
      help={t`Shown to the publisher.`}
      schema={storeReasonSchema}
      {...(app.status === 'published' && { typeToConfirm: app.name })}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={(reason) => remove.mutate({ appId: app.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {withdrawnText(publishedText(counts), downloads.data?.allTime)}{' '}
        {waiting > 0 && (
          <>
            {plural(waiting, {
              one: '# version leaves the review queue.',
              other: '# versions leave the review queue.',
            })}{' '}
          </>
        )}
        {t`People who have the app keep it but get no updates.`}
      </Typography>
    </ReasonDialog>
  );
}

/** Says what can't be downloaded anymore, with the downloads so far once they are known. */
function withdrawnText(versions: string, downloads: number | undefined): string {
  if (downloads === undefined) return t`${versions} can’t be downloaded anymore.`;
  return plural(
    downloads,
    {
      one: '{versions}, downloaded # time so far, can’t be downloaded anymore.',
      other: '{versions}, downloaded # times so far, can’t be downloaded anymore.',
    },
    { versions },
  );
}

function RestoreDialog({ app, counts, onClose }: DialogProps) {
  const restore = useCallMutation('apps.restore');
  return (
    <ReasonDialog
      title={t`Restore ${app.name}?`}
      confirmLabel={t`Restore`}
      help={t`Shown to the publisher.`}
      schema={storeReasonSchema}
      pending={restore.isPending}
      error={restore.error}
      onConfirm={(reason) => restore.mutate({ appId: app.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>
        {t`It returns to its previous status with ${publishedText(counts)}. Versions approved in the meantime are published.`}
      </Typography>
    </ReasonDialog>
  );
}
