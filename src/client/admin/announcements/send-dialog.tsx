import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { newId } from '#client/ui/new-id.ts';
import type { CallInput } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { peopleText } from './audience.ts';

export interface SendDialogProps {
  readonly text: { readonly title: string; readonly message: string };
  readonly address: CallInput<'announcements.countAudience'>;
  readonly onSent: (recipients: number) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an announcement is sent. */
export function SendDialog({ text, address, onSent, onClose }: SendDialogProps) {
  // If the response is lost, sending again with the same id sends it only once.
  const [announcementId] = useState(newId);
  const count = useCallQuery('announcements.countAudience', address).data?.recipients;
  const send = useCallMutation('notifications.announce');
  return (
    <ConfirmDialog
      title={count === undefined ? t`Send this announcement?` : t`Send to ${peopleText(count)}?`}
      confirmLabel={t`Send`}
      pending={send.isPending}
      error={send.error}
      onConfirm={() =>
        send.mutate(
          { ...text, ...address, announcementId },
          { onSuccess: ({ recipients }) => onSent(recipients) },
        )
      }
      onClose={onClose}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{text.title}</Typography>
      <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text.message}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`You can’t edit it afterwards. You can stop it while it’s sending; people who already have it keep it.`}
      </Typography>
    </ConfirmDialog>
  );
}
