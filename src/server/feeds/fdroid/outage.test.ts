import { expect, onTestFinished, test, vi } from 'vitest';
import { setUpFeedServer } from '#test/support/feed-server.ts';
import { MAX_OFFLINE_MS } from '../access/remember.ts';

const feed = setUpFeedServer();

test('while the database is gone, the index is served until its last read is too long ago', async () => {
  const { store, send } = feed;
  const begunAt = store.clock().getTime();
  const sendAt = async (ms: number, path: string) => {
    store.now = new Date(begunAt + ms);
    return (await send(path)).status;
  };
  expect(await sendAt(0, 'entry.jar')).toBe(200);
  // Reads the store's settings later than the generation.
  expect(await sendAt(MAX_OFFLINE_MS / 2, 'index-v2.unknown.json')).toBe(404);
  const query = vi.spyOn(store.pool, 'query').mockImplementation(() => {
    throw Object.assign(new Error('the database is gone'), { code: '57P01' });
  });
  onTestFinished(() => query.mockRestore());
  expect(await sendAt(MAX_OFFLINE_MS, 'entry.jar')).toBe(200);
  expect(await sendAt(MAX_OFFLINE_MS + 1, 'entry.jar')).toBe(503);
});
