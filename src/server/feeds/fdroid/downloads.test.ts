import { describe, expect, test } from 'vitest';
import { setUpFeedServer } from '#test/support/feed-server.ts';
import { downloads } from '../../platform/db/tables/downloads.ts';
import { downloadJournal } from '../downloads/journal.ts';

const feed = setUpFeedServer();
const send: typeof feed.send = (...request) => feed.send(...request);

const counted = async () => {
  await feed.store.services.get(downloadJournal).flush();
  return feed.store.db
    .select({ versionId: downloads.versionId, day: downloads.day, count: downloads.count })
    .from(downloads)
    .orderBy(downloads.day);
};

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

  test('are counted by kind of client', async () => {
    for (const agent of ['F-Droid 1.23.1', 'Droid-ify/0.6.6-release', 'F-Droid 1.20', 'Wget/1.21']) {
      await send(path, { 'User-Agent': agent });
    }
    await counted();
    const rows = await feed.store.db
      .select({ client: downloads.client, count: downloads.count })
      .from(downloads)
      .orderBy(downloads.client);
    expect(rows).toEqual([
      { client: 'droidify', count: 1 },
      { client: 'fdroid', count: 2 },
      { client: 'other', count: 1 },
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
