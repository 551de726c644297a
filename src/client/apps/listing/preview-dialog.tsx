import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { localeName } from '#client/ui/locale-name.ts';
import { t } from '#shared/languages/translate.ts';
import { PhonePreview, type StorePage } from './phone-preview.tsx';

interface PreviewDialogProps {
  readonly page: StorePage;
  readonly onClose: () => void;
}

/** Shows the store page in a dialog, where the window has no room beside the form. */
export function PreviewDialog({ page, onClose }: PreviewDialogProps) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{t`Store page in ${localeName(page.locale)}`}</DialogTitle>
      <DialogContent sx={{ px: { xs: 1, sm: 3 } }}>
        <PhonePreview page={page} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t`Close`}</Button>
      </DialogActions>
    </Dialog>
  );
}
