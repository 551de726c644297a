import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import type { PendingButtonProps } from '#client/ui/pending-button.tsx';
import type { ActionRecord } from '#shared/lifecycle.ts';
import { ICONS } from './icons.ts';

interface ActionButtonProps<Status extends string>
  extends Pick<PendingButtonProps, 'onClick' | 'pending' | 'size' | 'variant'> {
  readonly action: Pick<ActionRecord<Status>, 'button' | 'from'>;
  /** The present status; from most statuses an action does not apply. */
  readonly status: Status;
  /** Added to the accessible name when several buttons have the same label: "version 1.2". */
  readonly target?: string;
  /** The reason why the action is disabled although it applies; null when it is enabled. */
  readonly reason: string | null;
}

/** Shows the button of an action; nothing when it does not apply in this status, or is automatic. */
export function ActionButton<Status extends string>({
  action: { button, from },
  status,
  target,
  ...props
}: ActionButtonProps<Status>) {
  if (button === null || !from.includes(status)) return null;
  const Icon = ICONS[button.icon];
  return (
    <ReasonedButton
      {...props}
      {...(target !== undefined && { 'aria-label': `${button.label} ${target}` })}
      color={button.tone === 'neutral' ? 'primary' : button.tone}
      startIcon={<Icon aria-hidden />}
    >
      {button.label}
    </ReasonedButton>
  );
}
