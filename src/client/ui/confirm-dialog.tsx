import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { CallErrorAlert } from './call-error.tsx';
import { TextFormField } from './form-field.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, in numbers where there are any. */
  readonly children: ReactNode;
  /** A verb: what the button does. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** A name that must be typed before the button works. */
  readonly typeToConfirm?: string;
  readonly pending?: boolean;
  /** What the last attempt threw. */
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that is hard to take back. Render it only while it is open. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirmLabel, danger = false, typeToConfirm, pending = false, error, onClose } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const confirmed = typeToConfirm === undefined || typed.trim() === typeToConfirm;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (confirmed && !pending) props.onConfirm();
  }

  return (
    <Dialog open onClose={pending ? () => undefined : onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {props.children}
          {typeToConfirm !== undefined && (
            <TextFormField
              label={`Enter ${typeToConfirm} to go on`}
              name="confirmation"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          {error !== undefined && error !== null && <CallErrorAlert error={error} />}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            disabled={!confirmed}
            loading={pending}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
