import { describe, expect, test } from 'vitest';
import { setUpFeedServer } from '#test/support/feed-server.ts';
import { downloads } from '../../platform/db/tables/downloads.ts';

const feed = setUpFeedServer();
const send: typeof feed.send = (...request) => feed.send(...request);

const counted = () =>
  feed.store.db
    .select({ versionId: downloads.versionId, day: downloads.day, count: downloads.count })
    .from(downloads)
    .orderBy(downloads.day);

describe('downloads', () => {
  const path = 'org.example.tides_7.apk';

  test('are counted by version and day in UTC', async () => {
    feed.store.now = new Date('2026-03-01T23:59:59Z');
    await Promise.all(Array.from({ length: 8 }, () => send(path)));
    feed.store.now = new Date('2026-03-02T00:00:00Z');
    await send(path);
    expect(await counted()).toEqual([
      { versionId: feed.published.versionId, day: '2026-03-01', count: 8 },
      { versionId: feed.published.versionId, day: '2026-03-02', count: 1 },
    ]);
  });

  test('count once for range requests, and not for HEAD or cached files', async () => {
    await send(path, {}, 'HEAD');
    await send(path, { 'If-None-Match': `"${feed.published.sha256}"` });
    await send(path, { Range: 'bytes=500-' });
    await send(path, { Range: 'bytes=5000-' });
    await send('org.example.tides_8.apk');
    expect(await counted()).toEqual([]);
    await send(path, { Range: 'bytes=0-499' });
    expect(await counted()).toMatchObject([{ count: 1 }]);
  });
});
