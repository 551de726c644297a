import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkError, loadChunk } from './load-chunk.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // A page without a script of ours: no newer release can have replaced it.
  vi.stubGlobal('document', { querySelectorAll: () => [] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('returns the loaded chunk', async () => {
  await expect(loadChunk('profile', () => Promise.resolve('module'))).resolves.toBe('module');
});

test('names the chunk and the reason of a failure', async () => {
  const failed = loadChunk('profile', () => Promise.reject(new Error('It is gone.')));
  await expect(failed).rejects.toMatchObject({
    message: 'Loading chunk profile failed',
    reason: 'It is gone.',
  });
});

test('times out after 120 seconds', async () => {
  const outcome = vi.fn<(error: unknown) => void>();
  const never = new Promise<string>(() => undefined);
  void loadChunk('profile', () => never).catch(outcome);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(expect.any(ChunkError));
  expect(outcome.mock.calls[0]?.[0]).toMatchObject({ reason: 'It timed out after 120 seconds.' });
});

test.each([
  { again: false, isOnline: true, reloads: 0 },
  { again: true, isOnline: true, reloads: 1 },
  { again: true, isOnline: false, reloads: 0 },
])('retry: $again, online: $isOnline: reloads the page $reloads times', async (each) => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('window', { location: { reload } });
  vi.stubGlobal('fetch', () =>
    each.isOnline ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('fetch failed')),
  );
  const failed = vi.fn<(error: unknown) => void>();
  const load = () => Promise.reject(new Error('It is gone.'));
  void loadChunk('profile', load, { again: each.again }).catch(failed);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(each.reloads);
  expect(failed).toHaveBeenCalledTimes(1 - each.reloads);
});
