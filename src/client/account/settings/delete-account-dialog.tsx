import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { useSessionUser } from '#client/store/store.ts';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { describeObstacle } from '#shared/account/deletion.ts';
import type { CallResult } from '#shared/calls.ts';
import { plural, t } from '#shared/languages/translate.ts';

type Preview = CallResult<'account.previewDeletion'>;

/** Deletes the account after listing the consequences, or explains what prevents it. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isFetchedAfterMount } = useCallQuery('account.previewDeletion', {});
  if (data === undefined || !isFetchedAfterMount || data.obstacles.length > 0) {
    return <Obstacles preview={isFetchedAfterMount ? data : undefined} error={error} onClose={onClose} />;
  }
  return <Confirmation preview={data} onClose={onClose} />;
}

interface ObstaclesProps {
  readonly preview: Preview | undefined;
  readonly error: Error | null;
  readonly onClose: () => void;
}

function Obstacles({ preview, error, onClose }: ObstaclesProps) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>
        {preview === undefined ? t`Delete your account?` : t`You can’t delete your account yet`}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        {error !== null && <CallErrorAlert error={error} />}
        {preview === undefined && error === null && <ListSkeleton rows={2} />}
        {preview?.obstacles.map(({ reason }) => (
          <Alert key={reason} severity="warning">
            {describeObstacle(reason, preview.apps)}
          </Alert>
        ))}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t`Close`}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Confirmation({ preview, onClose }: { preview: Preview; onClose: () => void }) {
  const { email } = useSessionUser();
  const { settings } = useBackend();
  const remove = useCallMutation('account.delete', {
    leave: () => {
      window.location.assign(settings.baseUrl);
      // The page stays for a moment, but its data can't be read any more.
      return new Promise<void>(() => undefined);
    },
  });
  return (
    <ConfirmDialog
      title={t`Delete your account?`}
      confirmLabel={t`Delete my account`}
      danger
      typeToConfirm={email}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ email })}
      onClose={onClose}
    >
      <Typography>{t`This happens immediately and can’t be undone:`}</Typography>
      <Typography component="ul" sx={{ m: 0, pl: 3 }}>
        {listConsequences(preview).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Typography>
    </ConfirmDialog>
  );
}

function listConsequences({ apps, sessions, tokens, notifications }: Preview): string[] {
  return [
    t`Your name, photo, links, email, password and passkeys are removed.`,
    sessions > 1 ? t`You’re signed out of all ${sessions} sessions.` : t`You’re signed out.`,
    ...(tokens > 0
      ? [plural(tokens, { one: '# API token stops working.', other: '# API tokens stop working.' })]
      : []),
    ...(notifications > 0
      ? [plural(notifications, { one: '# notification is removed.', other: '# notifications are removed.' })]
      : []),
    ...(apps.removed > 0
      ? [
          plural(apps.removed, {
            one: '# removed app stays in the store’s records.',
            other: '# removed apps stay in the store’s records.',
          }),
        ]
      : []),
  ];
}
