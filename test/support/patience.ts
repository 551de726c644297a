import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The longest that a test waits for something that the store does by itself. Slow and loaded machines need most of it;
 * a test continues as soon as it happened.
 */
export const PATIENCE_MS = 30_000;

/** The time limit of a whole test; many wait for several things. */
export const TEST_TIMEOUT_MS = 10 * PATIENCE_MS;

/** The first pause, and how pauses grow: to ask again costs the store as much as what the test waits for. */
const FIRST_PAUSE_MS = 25;
const GROWTH = 1.5;
const LONGEST_PAUSE_MS = 250;
const CONCURRENT_CALLS = 5;
/** Retrying immediately would keep a busy store busy. */
const BUSY_PAUSE_MS = 500;

/** Reads repeatedly until there is something, and returns it. Throws when there never is, naming it. */
export async function waitUntil<Found>(
  what: string,
  read: () => Promise<Found | null | undefined | false>,
): Promise<Found> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * GROWTH)) {
    const found = await read();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${PATIENCE_MS} ms in vain: ${what}`);
    await sleep(pause);
  }
}

/**
 * Sends many requests, a few at once: more would wait for each other's locks until a slow machine rejects some.
 */
export async function callFewAtOnce<Served extends { readonly status: number }>(
  count: number,
  call: (index: number) => Promise<Served>,
): Promise<Served[]> {
  const responses: Served[] = [];
  while (responses.length < count) {
    const few = Array.from({ length: Math.min(CONCURRENT_CALLS, count - responses.length) }, (_, index) => {
      const number = responses.length + index;
      return callUntilServed(() => call(number));
    });
    responses.push(...(await Promise.all(few)));
  }
  return responses;
}

/** Repeats a call while the store is busy (503), as its clients do. */
export async function callUntilServed<Served extends { readonly status: number }>(
  call: () => Promise<Served>,
): Promise<Served> {
  return waitUntil('the store has time for a call', async () => {
    const response = await call();
    if (response.status !== 503) return response;
    await sleep(BUSY_PAUSE_MS);
    return null;
  });
}
