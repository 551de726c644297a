import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { activeShortcuts } from '#client/ui/shortcuts.ts';
import { t } from '#shared/languages/translate.ts';

const SHORTCUTS = [
  { key: '?', does: t`Show keyboard shortcuts` },
  { key: 'Ctrl+K', does: t`Find apps, people, settings and actions` },
  { key: '/', does: t`Go to search, if the page has one` },
  { key: 'Tab', does: t`Go to the next element; the first one skips the menu` },
  { key: 'Ctrl+Enter', does: t`Confirm a dialog from any of its fields` },
  { key: 'Esc', does: t`Close a dialog, a menu or the notifications` },
] as const;

/** Lists the keyboard shortcuts of the page and of the product. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [ofPage] = useState(activeShortcuts);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{t`Keyboard shortcuts`}</DialogTitle>
      <DialogContent>
        {ofPage.length > 0 && (
          <>
            <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
              {t`On this page`}
            </Typography>
            <DescriptionList items={ofPage.map(({ key, does }) => ({ label: keyLabel(key), value: does }))} />
            <Typography variant="subtitle2" component="h3" sx={{ mt: 3, mb: 1 }}>
              {t`Everywhere`}
            </Typography>
          </>
        )}
        <DescriptionList items={SHORTCUTS.map(({ key, does }) => ({ label: key, value: does }))} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t`Close`}</Button>
      </DialogActions>
    </Dialog>
  );
}

function keyLabel(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
