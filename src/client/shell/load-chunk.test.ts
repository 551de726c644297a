import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkError, loadChunk } from './load-chunk.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // A page without a script of ours: no newer release can have replaced it.
  vi.stubGlobal('document', { querySelector: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('gives what was loaded', async () => {
  await expect(loadChunk('profile', () => Promise.resolve('module'))).resolves.toBe('module');
});

test('a failure names the chunk and carries the reason', async () => {
  const failed = loadChunk('profile', () => Promise.reject(new Error('It is gone.')));
  await expect(failed).rejects.toMatchObject({
    message: 'Loading chunk profile failed',
    reason: 'It is gone.',
  });
});

test('a chunk has 120 seconds', async () => {
  const outcome = vi.fn<(error: unknown) => void>();
  const never = new Promise<string>(() => undefined);
  void loadChunk('profile', () => never).catch(outcome);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(expect.any(ChunkError));
  expect(outcome.mock.calls[0]?.[0]).toMatchObject({ reason: 'It took longer than 120 seconds.' });
});
