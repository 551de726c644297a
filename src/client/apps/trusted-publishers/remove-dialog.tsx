import Typography from '@mui/material/Typography';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import type { TrustedPublisher } from '#shared/trusted-publishers/calls.ts';
import { sourceName } from '#shared/trusted-publishers/source.ts';

interface RemoveTrustedPublisherDialogProps {
  readonly trusted: TrustedPublisher;
  readonly onClose: () => void;
}

/** Asks before a trusted publisher and its tokens are removed. */
export function RemoveTrustedPublisherDialog({ trusted, onClose }: RemoveTrustedPublisherDialogProps) {
  const remove = useCallMutation('trustedPublishers.remove');
  return (
    <ConfirmDialog
      title={t`Remove this trusted publisher?`}
      confirmLabel={t`Remove trusted publisher`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ trustedPublisherId: trusted.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {t`Jobs of ${sourceName(trusted.source)} can’t publish this app any more. Running ones lose access immediately.`}
      </Typography>
    </ConfirmDialog>
  );
}
