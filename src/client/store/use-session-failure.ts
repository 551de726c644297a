import { useState } from 'react';
import { useSession } from './session.ts';
import { useAuthState } from './store.ts';

interface SessionFailure {
  readonly error: string | null;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Returns why it could not be read who is signed in, with another attempt; null when it could. */
export function useSessionFailure(): SessionFailure | null {
  const { status, user, error } = useAuthState();
  const session = useSession();
  const [isRetrying, setRetrying] = useState(false);

  async function retry() {
    setRetrying(true);
    await session.start();
    setRetrying(false);
  }

  const hasFailed = status === 'failed' && user === null;
  return isRetrying || hasFailed ? { error, isRetrying, onRetry: () => void retry() } : null;
}
