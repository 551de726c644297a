import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

interface SecretDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Confirms that the secret is kept: "I’ve copied it". */
  readonly confirmLabel: string;
  readonly onClose: () => void;
}

/** Shows something once; only the button closes it, as there is no way back to it. */
export function SecretDialog({ title, children, confirmLabel, onClose }: SecretDialogProps) {
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, minWidth: 0 }}>{children}</DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
