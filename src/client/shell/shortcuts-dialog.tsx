import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { FactList } from '#client/ui/fact-list.tsx';

const SHORTCUTS = [
  { key: '?', does: 'Shows these shortcuts' },
  { key: '/', does: 'Goes to the search, on pages that have one' },
  { key: 'Tab', does: 'Goes on to the next element; the first one skips the menu' },
  { key: 'Esc', does: 'Closes a dialog, a menu or the notifications' },
] as const;

/** What the keyboard does everywhere in the product. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <FactList facts={SHORTCUTS.map(({ key, does }) => ({ label: key, value: does }))} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
