import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokenKeeper, expiryOf } from './token-keeper.ts';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-01T00:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** An unsigned JWT that expires so many milliseconds from now. */
function tokenFor(lifetimeMs: number): string {
  const payload = Buffer.from(JSON.stringify({ exp: (Date.now() + lifetimeMs) / 1000, n: Math.random() }));
  return `e30.${payload.toString('base64url')}.x`;
}

function keeperOf(lifetimeMs: number) {
  const fetched: string[] = [];
  const keeper = createTokenKeeper(async () => {
    fetched.push(tokenFor(lifetimeMs));
    return fetched.at(-1) ?? null;
  });
  return { keeper, fetched };
}

test('reads the expiry of a token, and treats an unreadable one as expired', () => {
  expect(expiryOf(tokenFor(MINUTE))).toBe(Date.now() + MINUTE);
  for (const broken of ['', 'a.b.c', 'a.e30.c']) expect(expiryOf(broken)).toBe(Date.now());
});

test('keeps a token, and concurrent callers share one request', async () => {
  const { keeper, fetched } = keeperOf(15 * MINUTE);
  const both = await Promise.all([keeper.get(), keeper.get()]);
  expect(both).toEqual([fetched[0], fetched[0]]);
  expect(await keeper.get()).toBe(fetched[0]);
  expect(fetched).toHaveLength(1);
});

test('refreshes automatically five minutes before expiry', async () => {
  const { keeper, fetched } = keeperOf(15 * MINUTE);
  await keeper.get();
  await vi.advanceTimersByTimeAsync(10 * MINUTE - 1);
  expect(fetched).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveLength(2);
  expect(await keeper.get()).toBe(fetched[1]);
});

test('fetches a token valid for five minutes or less only on demand', async () => {
  const { keeper, fetched } = keeperOf(4 * MINUTE);
  await keeper.get();
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  expect(fetched).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await keeper.get()).toBe(fetched[1]);
});

test('renews a rejected token once for all rejected requests', async () => {
  const { keeper, fetched } = keeperOf(15 * MINUTE);
  const rejected = (await keeper.get()) ?? '';
  expect(await Promise.all([keeper.renew(rejected), keeper.renew(rejected)])).toEqual([
    fetched[1],
    fetched[1],
  ]);
  expect(await keeper.renew(rejected)).toBe(fetched[1]);
});

test('passes a failed refresh to the caller, and retries for the next one', async () => {
  let isDown = true;
  const keeper = createTokenKeeper(async () => {
    if (isDown) throw new Error('down');
    return tokenFor(15 * MINUTE);
  });
  await expect(keeper.get()).rejects.toThrow('down');
  isDown = false;
  expect(await keeper.get()).not.toBeNull();
});

test('does not keep a token that arrives after sign-out', async () => {
  const late = Promise.withResolvers<string>();
  const responses = [late.promise, Promise.resolve(null)];
  const keeper = createTokenKeeper(() => responses.shift() ?? Promise.resolve(null));
  const first = keeper.get();
  keeper.forget();
  late.resolve(tokenFor(15 * MINUTE));
  await first;
  expect(await keeper.get()).toBeNull();
});
