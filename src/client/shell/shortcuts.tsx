import { Suspense, useState } from 'react';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { isForPage, useKeydown } from '#client/ui/shortcuts.ts';

const ShortcutsDialog = lazyChunk(
  'shortcuts-dialog',
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  'window',
);

const FindDialog = lazyChunk(
  'find-dialog',
  async () => (await import('./find-dialog.tsx')).FindDialog,
  'window',
);

/** Shows the keyboard shortcuts on `?`, and finds anything on Ctrl+K (⌘K), also from within a field. */
export function Shortcuts() {
  const [shown, setShown] = useState<'shortcuts' | 'find' | null>(null);
  useKeydown((event) => {
    if (event.key === '?' && isForPage(event)) setShown('shortcuts');
    const isFind = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isFind || event.altKey || event.shiftKey || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    setShown('find');
  });
  const close = () => setShown(null);
  return (
    <Suspense>
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {shown === 'find' && <FindDialog onClose={close} />}
    </Suspense>
  );
}
