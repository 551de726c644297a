import { Suspense, useEffect, useState } from 'react';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';

const ShortcutsDialog = lazyChunk(
  'shortcuts-dialog',
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  'window',
);

/** Returns true when a key is meant for the page: not typed into a field or part of a browser shortcut. */
function isForPage(event: KeyboardEvent): boolean {
  const isInField = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
  return !isInField && !event.ctrlKey && !event.metaKey && !event.altKey;
}

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
