import { Suspense, useEffect, useState } from 'react';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { isForPage } from '#client/ui/shortcuts.ts';

const ShortcutsDialog = lazyChunk(
  'shortcuts-dialog',
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  'window',
);

/** Shows the keyboard shortcuts on `?`. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    function openOnQuestionMark(event: KeyboardEvent) {
      if (event.key === '?' && isForPage(event)) setOpen(true);
    }
    document.addEventListener('keydown', openOnQuestionMark);
    return () => document.removeEventListener('keydown', openOnQuestionMark);
  }, []);
  return <Suspense>{isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />}</Suspense>;
}
