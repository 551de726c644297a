import { useState } from 'react';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import { focusHandover } from './focus-handover.ts';

/** Returns a promise when the attempt takes a while. */
export type Retry = () => unknown;

/** Shows the button of an alert that tries again, pending until the attempt is done. */
export function RetryButton({ onRetry }: { onRetry: Retry }) {
  const [isPending, setPending] = useState(false);

  async function retry() {
    setPending(true);
    try {
      await onRetry();
    } finally {
      setPending(false);
    }
  }

  return (
    <PendingButton
      ref={focusHandover}
      color="inherit"
      size="small"
      sx={{ whiteSpace: 'nowrap' }}
      pending={isPending}
      onClick={() => void retry()}
    >
      {t`Try again`}
    </PendingButton>
  );
}
