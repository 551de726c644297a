import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS);
  return () => clearInterval(timer);
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}

/** Returns the start of the current minute, and rerenders every minute. */
export function useMinute(): Date {
  return new Date(useSyncExternalStore(subscribe, currentMinute) * MINUTE_MS);
}
