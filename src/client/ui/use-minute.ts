import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS);
  return () => clearInterval(timer);
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}

/** The beginning of the current minute; what shows it is drawn again as minutes pass. */
export function useMinute(): Date {
  return new Date(useSyncExternalStore(subscribe, currentMinute) * MINUTE_MS);
}
