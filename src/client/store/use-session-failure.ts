import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from './session.ts';
import { useAuthState } from './store.ts';

/** Seconds after which the page tries again by itself, unless the server says how long to wait. */
const RETRY_SECONDS = 15;

interface SessionFailure {
  readonly error: string | null;
  /** Seconds to wait because of too many requests; null when something else failed. */
  readonly waitSeconds: number | null;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Returns why it could not be read who is signed in, which it tries again by itself; null when it could. */
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
  const waitSeconds = session.secondsToWait();
  const retryAlone = useEffectEvent(() => void retry());
  const isWaiting = hasFailed && !isRetrying;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(retryAlone, 1_000 * (waitSeconds ?? RETRY_SECONDS));
    return () => clearTimeout(timer);
  }, [isWaiting, waitSeconds]);
  return isRetrying || hasFailed ? { error, waitSeconds, isRetrying, onRetry: () => void retry() } : null;
}
