import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { ReauthenticationContext } from '#client/backend/reauthentication.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';

const ReauthenticationDialog = lazyChunk(
  'reauthentication-dialog',
  async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
  'window',
);

/** Provides reauthentication with one dialog for the whole product. */
export function Reauthentication({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<((confirmed: boolean) => void) | null>(null);

  const reauthenticate = useCallback(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsked(() => (confirmed: boolean) => {
      setAsked(null);
      resolve(confirmed);
    });
    return promise;
  }, []);

  return (
    <ReauthenticationContext value={reauthenticate}>
      {children}
      <Suspense>{asked !== null && <ReauthenticationDialog onEnd={asked} />}</Suspense>
    </ReauthenticationContext>
  );
}
