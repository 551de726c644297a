import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { ReactNode } from 'react';
import { useDayText } from '#client/ui/time.tsx';
import type { RemovalRequest } from '#shared/account/deletion.ts';
import { DECLINE_GROUNDS } from '#shared/account/notice.ts';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';

interface RemovalRequestNoteProps {
  readonly app: Pick<App, 'hold'>;
  readonly removal: RemovalRequest | null;
  /** Buttons that change it. */
  readonly children?: ReactNode;
}

/** Shows when an app will be removed as its publisher asked, and why it waits; nothing without a pending request. */
export function RemovalRequestNote({ app, removal, children }: RemovalRequestNoteProps) {
  const dayText = useDayText();
  if (removal?.state !== 'pending') return null;
  const { removeAt, isWithAccount, reason } = removal;
  return (
    <Alert severity="warning" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      <AlertTitle>{t`This app will be removed on ${dayText(removeAt)}`}</AlertTitle>
      {isWithAccount
        ? t`Its publisher is deleting their account. Until then, they can transfer the app to someone else or keep their account.`
        : t`Its publisher asked for this. Until then, its owners can withdraw it in the app’s settings.`}
      {reason !== null && ` “${reason}”`}
      {app.hold !== null && ` ${t`While the app is on hold, it isn’t removed.`}`}
      {children}
    </Alert>
  );
}

/** Shows why staff declined to remove an app or to delete an account; nothing unless they did. */
export function DeclinedNote({
  title,
  declined,
}: {
  readonly title: string;
  readonly declined: RemovalRequest['declined'];
}) {
  const dayText = useDayText();
  if (declined === null) return null;
  const { at, ground, reason } = declined;
  return (
    <Alert severity="info" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      <AlertTitle>{title}</AlertTitle>
      {`${DECLINE_GROUNDS[ground]} (${dayText(at)}): “${reason}” `}
      {t`You can ask again. Contact the store’s staff if you believe that this is a mistake.`}
    </Alert>
  );
}
