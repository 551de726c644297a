import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { DescriptionList } from '#client/ui/description-list.tsx';

const SHORTCUTS = [
  { key: '?', does: 'Show keyboard shortcuts' },
  { key: '/', does: 'Go to search, if the page has one' },
  { key: 'Tab', does: 'Go to the next element; the first one skips the menu' },
  { key: 'Esc', does: 'Close a dialog, a menu or the notifications' },
] as const;

/** Lists the keyboard shortcuts of the product. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <DescriptionList items={SHORTCUTS.map(({ key, does }) => ({ label: key, value: does }))} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
