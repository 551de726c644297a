import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import type { MouseEvent } from 'react';

export interface PendingButtonProps extends Omit<ButtonProps, 'disabled' | 'loading'> {
  /** True while the action is under way. */
  readonly pending?: boolean | undefined;
  /** True while the action is not possible. */
  readonly isInactive?: boolean;
}

/**
 * Shows a button that keeps the focus while its action is under way, so that keyboard and screen reader users stay
 * where they are. Meanwhile, and while inactive, clicks do nothing, nor does Enter in the fields of its form.
 */
export function PendingButton({ pending = false, isInactive = false, ...button }: PendingButtonProps) {
  if (!pending && !isInactive) return <Button {...button} />;
  const { sx = [], startIcon, children } = button;
  const isSpinnerOverLabel = pending && !startIcon;
  return (
    <Button
      {...button}
      aria-disabled
      onClick={(event: MouseEvent) => event.preventDefault()}
      startIcon={pending && startIcon ? SPINNER : startIcon}
      sx={[INACTIVE, ...[sx].flat()]}
    >
      {isSpinnerOverLabel && (
        <Box component="span" sx={{ position: 'absolute', display: 'flex' }}>
          {SPINNER}
        </Box>
      )}
      <Box component="span" sx={{ display: 'contents', ...(isSpinnerOverLabel && LABEL_BELOW_SPINNER) }}>
        {children}
      </Box>
    </Button>
  );
}

const SPINNER = <CircularProgress aria-hidden color="inherit" size={16} />;

/** The label keeps its place, and its name for screen readers. */
const LABEL_BELOW_SPINNER = { display: 'inline', opacity: 0 } as const;

/** Muted, and readable: the label says what is not possible now. */
const INACTIVE = {
  cursor: 'default',
  '&, &:hover': { color: 'text.secondary', borderColor: 'divider', backgroundColor: 'transparent' },
  '&.MuiButton-contained, &.MuiButton-contained:hover': { backgroundColor: 'action.disabledBackground' },
} as const;
