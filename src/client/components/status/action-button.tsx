import type { ButtonProps } from '@mui/material/Button';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import type { ActionRecord } from '#shared/lifecycle.ts';
import { ICONS } from './icons.ts';

interface ActionButtonProps extends Pick<ButtonProps, 'loading' | 'onClick' | 'size' | 'variant'> {
  readonly action: Pick<ActionRecord<never>, 'button'>;
  /** Added to the accessible name when several buttons have the same label: "version 1.2". */
  readonly target?: string;
  /** The reason why the action is disabled; null when it is enabled. */
  readonly reason: string | null;
}

/** Shows the button of an action; nothing for automatic actions. */
export function ActionButton({ action: { button }, target, ...props }: ActionButtonProps) {
  if (button === null) return null;
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
