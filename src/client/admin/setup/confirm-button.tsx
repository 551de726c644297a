import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import type { SetupConfirmation } from '#shared/setup/checklist.ts';

interface ConfirmButtonProps {
  readonly step: SetupConfirmation;
  readonly label: string;
  /** Runs at once, before the server has confirmed the step. */
  readonly onConfirm?: () => void;
}

/** Shows a button that confirms a step of the set-up. Each has a call of its own, so that several can run at once. */
export function ConfirmButton({ step, label, onConfirm }: ConfirmButtonProps) {
  const { mutate, isPending, error } = useCallMutation('setup.confirm');
  return (
    <>
      <PendingButton
        size="small"
        variant="outlined"
        pending={isPending}
        onClick={() => {
          onConfirm?.();
          mutate({ step });
        }}
      >
        {label}
      </PendingButton>
      {error !== null && <CallErrorAlert error={error} />}
    </>
  );
}
