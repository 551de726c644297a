import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { RepositoryAddress } from '#client/components/store/install-card.tsx';
import { t } from '#shared/languages/translate.ts';

/** Shows an operator where people install from. */
export function RepositoryDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="xs" onClose={onClose}>
      <DialogTitle id={id}>{t`Where people install from`}</DialogTitle>
      <DialogContent>
        <RepositoryAddress />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          {t`Done`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
