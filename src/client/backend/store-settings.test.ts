import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#shared/errors.ts';
import type { PublicStore } from '#shared/settings/calls.ts';
import type { Functions } from './functions.ts';
import { createStoreSettings } from './store-settings.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a reader over calls that give these results in turn, the last again and again, and counts them. */
function readerOver(...results: (object | Error)[]) {
  const call = vi.fn<(...request: unknown[]) => Promise<object>>(async () => {
    const result = results.length > 1 ? results.shift() : results[0];
    if (result instanceof Error) throw result;
    return result as object;
  });
  return { call, reader: createStoreSettings({ call } as unknown as Functions) };
}

const LOST = new CallError('unavailable', 'Can’t reach the server.');

test('concurrent and recent loads share a request; older settings are loaded again', async () => {
  const { call, reader } = readerOver({ logo: 'first' }, { logo: 'second' });
  const changed = vi.fn<() => void>();
  reader.subscribe(changed);
  await Promise.all([reader.load(), reader.load()]);
  await reader.load();
  expect(call).toHaveBeenCalledTimes(1);
  expect(reader.current()).toEqual({ logo: 'first' });
  await vi.advanceTimersByTimeAsync(6_000);
  await reader.load();
  expect(reader.current()).toEqual({ logo: 'second' });
  expect(changed).toHaveBeenCalledTimes(2);
});

test('what the page starts with is the first result, if it has one', async () => {
  const { call, reader } = readerOver({ logo: 'loaded' });
  const first = { logo: 'first' } as PublicStore;
  const started = Promise.withResolvers<PublicStore>();
  const loading = [reader.load(started.promise), reader.load()];
  started.resolve(first);
  expect(await Promise.all(loading)).toEqual([first, first]);
  expect(call).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await reader.load(Promise.resolve(undefined))).toEqual({ logo: 'loaded' });
});

test('a lost connection is tried again twice, and a later load starts over', async () => {
  const { call, reader } = readerOver(LOST, LOST, LOST, { logo: 'late' });
  const failure = reader.load().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failure).toBe(LOST);
  expect(call).toHaveBeenCalledTimes(3);
  await expect(reader.load()).resolves.toEqual({ logo: 'late' });
});

test('settings are loaded without a user', async () => {
  const { call, reader } = readerOver({ logo: null });
  await reader.load();
  expect(call).toHaveBeenCalledWith('settings.get', {}, { isAnonymous: true });
});

test('an error that no retry can change is not tried again', async () => {
  const { call, reader } = readerOver(new CallError('permission-denied', 'Not yours.'));
  await expect(reader.load()).rejects.toThrow('Not yours.');
  expect(call).toHaveBeenCalledTimes(1);
});
