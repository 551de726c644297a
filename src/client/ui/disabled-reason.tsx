import Tooltip from '@mui/material/Tooltip';
import { PendingButton, type PendingButtonProps } from './pending-button.tsx';

interface ReasonedButtonProps extends PendingButtonProps {
  /** The reason why the action is not allowed, as a sentence; null when it is. */
  readonly reason: string | null;
}

/**
 * Shows a button that, while disabled, gives the reason in a tooltip and to screen readers. It stays focusable, so
 * that everyone can reach the reason.
 */
export function ReasonedButton({ reason, isInactive = false, ...button }: ReasonedButtonProps) {
  return (
    <Tooltip title={reason ?? ''}>
      <PendingButton {...button} isInactive={isInactive || reason !== null} />
    </Tooltip>
  );
}
