import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useId } from 'react';
import { visuallyHidden } from './visually-hidden.ts';

interface ReasonedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** The reason why the action is not allowed, as a sentence; null when it is. */
  readonly reason: string | null;
}

/**
 * Shows a button that, while disabled, gives the reason in a tooltip and to screen readers. It stays focusable, so
 * that everyone can reach the reason.
 */
export function ReasonedButton({ reason, onClick, children, ...button }: ReasonedButtonProps) {
  const id = useId();
  if (reason === null) {
    return (
      <Button {...button} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip title={reason}>
      <Box component="span" sx={{ display: 'inline-flex', position: 'relative' }}>
        <Button
          {...button}
          type="button"
          aria-disabled
          aria-describedby={id}
          disableRipple
          sx={[{ opacity: 0.5, cursor: 'not-allowed' }, ...[button.sx ?? {}].flat()]}
        >
          {children}
        </Button>
        <Box component="span" id={id} sx={visuallyHidden}>
          {reason}
        </Box>
      </Box>
    </Tooltip>
  );
}
