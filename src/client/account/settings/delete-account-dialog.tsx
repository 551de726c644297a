import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { dateIn, NoticeField } from '#client/components/removal/notice-field.tsx';
import { useSessionUser } from '#client/store/store.ts';
import { useDayText } from '#client/ui/time.tsx';
import { NOTICE_DAYS } from '#shared/account/notice.ts';
import type { CallResult } from '#shared/calls.ts';
import { plural, t } from '#shared/languages/translate.ts';

export type DeletionPreview = CallResult<'account.previewDeletion'>;

interface DeleteAccountDialogProps {
  readonly preview: DeletionPreview;
  readonly onClose: () => void;
}

/** Deletes the account after listing the consequences: now where nothing is in the way, or on a date. */
export function DeleteAccountDialog({ preview, onClose }: DeleteAccountDialogProps) {
  const { email } = useSessionUser();
  const { settings } = useBackend();
  const canGoNow = preview.obstacles.length === 0;
  const [days, setDays] = useState<number | null>(canGoNow ? null : NOTICE_DAYS.default);
  const on = useDayText()(dateIn(days ?? 0));
  const request = useCallMutation('account.requestDeletion');
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
      confirmLabel={days === null ? t`Delete my account` : t`Ask for deletion`}
      danger
      typeToConfirm={email}
      pending={remove.isPending || request.isPending}
      error={remove.error ?? request.error}
      onConfirm={() => {
        if (days === null) remove.mutate({ email });
        else request.mutate({ email, days }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <NoticeField days={days} onChange={setDays} hasNow={canGoNow} />
      <Typography>
        {days === null
          ? t`This happens immediately and can’t be undone:`
          : t`This happens on ${on}, unless you keep your account until then:`}
      </Typography>
      <Typography component="ul" sx={{ m: 0, pl: 3 }}>
        {listConsequences(preview).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Typography>
    </ConfirmDialog>
  );
}

function listConsequences(preview: DeletionPreview): string[] {
  const { apps, sessions, tokens, notifications, memberships, claims } = preview;
  return [
    ...appConsequences(apps),
    t`Your name, photo, links, email, password and passkeys are removed.`,
    sessions > 1 ? t`You’re signed out of all ${sessions} sessions.` : t`You’re signed out.`,
    ...(tokens > 0
      ? [plural(tokens, { one: '# API token stops working.', other: '# API tokens stop working.' })]
      : []),
    ...(notifications > 0
      ? [plural(notifications, { one: '# notification is removed.', other: '# notifications are removed.' })]
      : []),
    ...(memberships > 0
      ? [
          plural(memberships, {
            one: 'You leave # app of others. What you did there stays.',
            other: 'You leave # apps of others. What you did there stays.',
          }),
        ]
      : []),
    ...(claims > 0
      ? [
          plural(claims, {
            one: '# review that you claimed returns to the queue.',
            other: '# reviews that you claimed return to the queue.',
          }),
        ]
      : []),
  ];
}

/** Says what happens to the apps that are still the user's own then. */
function appConsequences({ draft, published, unpublished, removed }: DeletionPreview['apps']): string[] {
  const live = published + unpublished;
  return [
    ...(live > 0
      ? [
          plural(live, {
            one: '# app is removed from the store, unless it was transferred. People who have it keep it without updates.',
            other:
              '# apps are removed from the store, except those that were transferred. People who have them keep them without updates.',
          }),
        ]
      : []),
    ...(draft > 0
      ? [
          plural(draft, {
            one: '# app that was never published is deleted.',
            other: '# apps that were never published are deleted.',
          }),
        ]
      : []),
    ...(removed > 0
      ? [
          plural(removed, {
            one: '# removed app stays in the store’s records.',
            other: '# removed apps stay in the store’s records.',
          }),
        ]
      : []),
  ];
}
