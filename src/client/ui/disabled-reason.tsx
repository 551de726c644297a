import { PendingButton, type PendingButtonProps } from './pending-button.tsx';
import { tooltip } from './tooltip.ts';

interface ReasonedButtonProps extends PendingButtonProps {
  /** The reason why the action is not allowed, as a sentence; null when it is. */
  readonly reason: string | null;
}

/**
 * Shows a button that, while disabled, gives the reason in a tooltip and to screen readers. It stays focusable, so
 * that everyone can reach the reason.
 */
export function ReasonedButton({ reason, isInactive = false, ...button }: ReasonedButtonProps) {
  return <PendingButton {...button} {...tooltip(reason)} isInactive={isInactive || reason !== null} />;
}
