import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import { CallErrorAlert } from './call-error.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** A verb: what the button does. */
  readonly submitLabel: string;
  readonly danger?: boolean;
  /** True for contents that are compared side by side. */
  readonly wide?: boolean;
  /** Buttons before those that cancel and submit. */
  readonly actions?: ReactNode;
  readonly disabled?: boolean;
  /** Puts the focus on the button that submits, so that Enter is enough. */
  readonly startsAtSubmit?: boolean;
  /** True while what was submitted is under way, which keeps the dialog open. */
  readonly pending?: boolean;
  /** The error of the last attempt. */
  readonly error?: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/**
 * Shows a form in a dialog, with a button that submits it, as Ctrl+Enter does from any field, and one that cancels. Render
 * it only while open.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, danger = false, disabled = false, pending = false, error, onClose } = props;
  const { startsAtSubmit = false } = props;
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!disabled && !pending) props.onSubmit();
  }

  function submitByKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.querySelector('form')?.requestSubmit();
  }

  return (
    <Dialog
      open
      onClose={pending ? () => undefined : onClose}
      onKeyDown={submitByKey}
      aria-labelledby={id}
      fullWidth
      maxWidth={props.wide ? 'md' : 'sm'}
    >
      {/* Long forms scroll between the title and the buttons. */}
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {props.children}
          {error !== undefined && error !== null && <CallErrorAlert error={error} />}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', rowGap: 1 }}>
          {props.actions}
          <PendingButton onClick={onClose} isInactive={pending}>
            {t`Cancel`}
          </PendingButton>
          <PendingButton
            type="submit"
            ref={startsAtSubmit ? focusOnMount : undefined}
            variant="contained"
            color={danger ? 'error' : 'primary'}
            isInactive={disabled}
            pending={pending}
          >
            {submitLabel}
          </PendingButton>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}
