import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { newId } from '#client/ui/new-id.ts';
import type { CallInput } from '#shared/calls.ts';
import { peopleText } from './audience.ts';

export interface SendDialogProps {
  readonly text: { readonly title: string; readonly message: string };
  readonly address: CallInput<'announcements.countAudience'>;
  readonly onSent: (recipients: number) => void;
  readonly onClose: () => void;
}

/** Asks before an announcement leaves: nobody can take it back from those who have it. */
export function SendDialog({ text, address, onSent, onClose }: SendDialogProps) {
  // Sending the same one again, where the answer was lost, is sending it once.
  const [announcementId] = useState(newId);
  const count = useCallQuery('announcements.countAudience', address).data?.recipients;
  const send = useCallMutation('notifications.announce', { invalidates: ['announcements.list'] });
  return (
    <ConfirmDialog
      title={count === undefined ? 'Send this announcement?' : `Send to ${peopleText(count)}?`}
      confirmLabel="Send"
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
        It cannot be changed afterwards. While it is being sent you can stop it; whoever has it by then keeps
        it.
      </Typography>
    </ConfirmDialog>
  );
}
