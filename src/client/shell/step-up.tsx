import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { StepUpContext } from '#client/backend/step-up.ts';

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }));

/** Lets everything below ask the person to prove who they are: one dialog for the whole product. */
export function StepUp({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<((proved: boolean) => void) | null>(null);

  const prove = useCallback(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsked(() => (proved: boolean) => {
      setAsked(null);
      resolve(proved);
    });
    return promise;
  }, []);

  return (
    <StepUpContext value={prove}>
      {children}
      <Suspense>{asked !== null && <StepUpDialog onEnd={asked} />}</Suspense>
    </StepUpContext>
  );
}
