import { describe, expect, test } from 'vitest';
import { setUpFeedServer } from '#test/support/feed-server.ts';
import { deleteExpired } from '../../people/retention/delete-expired.ts';
import { downloads } from '../../platform/db/tables/downloads.ts';
import { downloadJournal } from '../downloads/journal.ts';

const feed = setUpFeedServer();
let requests = 0;
/** Sends each request from an address of its own, unless it names one. */
const send: typeof feed.send = (path, headers = {}, method = 'GET') => {
  requests += 1;
  return feed.send(path, { 'X-Forwarded-For': `192.0.2.${requests}`, ...headers }, method);
};

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

  test('of one address count once a day for each version, and of one IPv6 network too', async () => {
    feed.store.now = new Date('2026-03-01T10:00:00Z');
    const from = (address: string) => send(path, { 'X-Forwarded-For': address });
    await Promise.all(Array.from({ length: 6 }, () => from('198.51.100.7')));
    await counted();
    await from('198.51.100.7');
    await from('198.51.100.8');
    await Promise.all(['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'].map(from));
    const of = (day: string, count: number) => ({ versionId: feed.published.versionId, day, count });
    expect(await counted()).toEqual([of('2026-03-01', 4)]);
    feed.store.now = new Date('2026-03-02T10:00:00Z');
    await from('198.51.100.7');
    expect(await counted()).toEqual([of('2026-03-01', 4), of('2026-03-02', 1)]);

    const { rows } = await feed.store.pool.query('SELECT * FROM download_networks ORDER BY day');
    const hashes = rows.map(({ network_hash }) => network_hash);
    // The same address has another hash on the next day, and none can be read.
    expect(new Set(hashes).size).toBe(5);
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|2001:db8/);
    await deleteExpired(feed.store, new AbortController().signal);
    const left = await feed.store.pool.query('SELECT DISTINCT day::text FROM download_networks');
    expect(left.rows).toEqual([{ day: '2026-03-02' }]);
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
