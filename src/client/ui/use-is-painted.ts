import { startTransition, useEffect, useState } from 'react';

/**
 * Returns true after what surrounds the component was painted. `useDeferredValue` with an initial value would say the
 * same, but while React holds back what replaces a fallback, for up to 300 ms (`FALLBACK_THROTTLE_MS`), it renders all
 * of that again and again.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => startTransition(() => setIsPainted(true)), []);
  return isPainted;
}
