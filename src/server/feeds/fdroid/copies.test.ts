import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { FEED_APP, setUpFeedServer } from '#test/support/feed-server.ts';
import { publishDirectly } from '#test/support/store.ts';
import { readGeneration } from '../generations/generations.ts';
import { finishFeeds } from '../rebuild/finish-feeds.ts';
import { rebuildFeeds } from '../rebuild/rebuild.ts';
import { removeExpired } from './clean-up.ts';

const feed = setUpFeedServer();
const finish = () => finishFeeds(feed.store, new AbortController().signal);
const send = (path: string, encoding: string, headers: Record<string, string> = {}, method = 'GET') =>
  feed.send(path, { 'Accept-Encoding': encoding, ...headers }, method);

/** Returns the address of the current index and that of the newest diff. */
async function readNames() {
  const { index, diffs } = await (await send('entry.json', 'identity')).json();
  return { index: index.name.slice(1), diff: Object.values<{ name: string }>(diffs).at(-1)?.name.slice(1) };
}

async function makeGeneration(versionCode: number) {
  await publishDirectly(feed.store, { ...FEED_APP, versionCode });
  await rebuildFeeds(feed.store);
}

test('files are served plain at once, and compressed after that', async () => {
  await makeGeneration(10);
  const before = await send('index-v2.json', 'br, gzip');
  expect([before.headers.get('content-encoding'), before.headers.get('vary')]).toEqual([
    null,
    'Accept-Encoding',
  ]);
  await finish();
  const { index } = await readNames();
  for (const path of ['index-v2.json', index, 'index.xml']) {
    const plain = Buffer.from(await (await send(path, 'identity')).bytes());
    const etags: (string | null)[] = [];
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=0, *', 'br'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['deflate', null],
    ] as const) {
      const response = await send(path, accepted);
      expect([path, accepted, response.headers.get('content-encoding')]).toEqual([path, accepted, encoding]);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      const isSmaller = Number(response.headers.get('content-length')) < plain.length;
      expect(isSmaller).toBe(encoding !== null);
      const head = await send(path, accepted, {}, 'HEAD');
      for (const name of ['content-length', 'content-encoding', 'etag', 'last-modified', 'content-type'])
        expect([name, head.headers.get(name)]).toEqual([name, response.headers.get(name)]);
      expect(Buffer.from(await response.bytes())).toEqual(plain);
      etags.push(response.headers.get('etag'));
    }
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) {
      const again = await send(path, 'br', { 'If-None-Match': etag ?? '' });
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    }
  }
});

test('ranges are those of the plain file, whatever the client accepts', async () => {
  await makeGeneration(20);
  await finish();
  const plain = Buffer.from(await (await send('index-v2.json', 'identity')).bytes());
  const etag = `"${createHash('sha256').update(plain).digest('hex')}"`;
  const range = { Range: 'bytes=5-9' };
  const part = await send('index-v2.json', 'br', { ...range, 'If-Range': etag });
  expect([part.status, part.headers.get('content-encoding'), part.headers.get('etag')]).toEqual([
    206,
    null,
    etag,
  ]);
  expect(part.headers.get('content-range')).toBe(`bytes 5-9/${plain.length}`);
  expect(await part.text()).toBe(plain.subarray(5, 10).toString());
  const compressed = (await send('index-v2.json', 'br')).headers.get('etag') ?? '';
  const whole = await send('index-v2.json', 'br', { ...range, 'If-Range': compressed });
  expect([whole.status, Buffer.from(await whole.bytes())]).toEqual([200, plain]);
});

test('a date alone is enough to ask whether a file has changed', async () => {
  await makeGeneration(30);
  const { timestamp } = (await readGeneration(feed.store.db, 'fdroid')) ?? { timestamp: 0 };
  await expect.poll(() => Date.now() - timestamp).toBeGreaterThan(1_000);
  const at = (await send('entry.jar', 'identity')).headers.get('last-modified') ?? '';
  expect(Date.parse(at)).toBe(Math.floor(timestamp / 1_000) * 1_000);
  expect((await send('entry.jar', 'identity', { 'If-Modified-Since': at })).status).toBe(304);
  const other = { 'If-Modified-Since': at, 'If-None-Match': '"other"' };
  expect((await send('entry.jar', 'identity', other)).status).toBe(200);
  const range = { Range: 'bytes=0-3', 'If-Range': at };
  expect((await send('entry.jar', 'identity', range)).status).toBe(206);
  await makeGeneration(31);
  expect((await send('entry.jar', 'identity', { 'If-Modified-Since': at })).status).toBe(200);
  expect((await send('entry.jar', 'identity', range)).status).toBe(200);
});

test('copies go with their generation, and are not made for one that was replaced', async () => {
  const { db, storage } = feed.store;
  await makeGeneration(40);
  await finish();
  const before = (await readGeneration(db, 'fdroid'))?.files ?? {};
  const { key } = before['index-v2.json.br'] ?? { key: '' };
  expect(await storage.stat(key)).not.toBeNull();
  await makeGeneration(41);
  expect(await storage.stat(key)).not.toBeNull();
  await db.execute(sql`UPDATE past_feeds SET replaced_at = replaced_at - interval '2 hours'`);
  await removeExpired(feed.store);
  expect(await storage.stat(key)).toBeNull();
  const names = Object.keys((await readGeneration(db, 'fdroid'))?.files ?? {});
  expect(names.filter((name) => /\.(br|gz)$/.test(name))).toEqual([]);
  await finish();
  await finish();
  expect(Object.keys((await readGeneration(db, 'fdroid'))?.files ?? {})).toContain('index-v2.json.gz');
});

test('copies wait until changes end, but not for longer than five minutes', async () => {
  const readJobs = async () => {
    const { rows } = await feed.store.db.execute(sql`
      SELECT id, extract(epoch FROM run_at - now()) AS wait FROM graphile_worker.jobs
      WHERE task_identifier = 'finish-feeds'`);
    return rows.map(({ wait }) => Number(wait));
  };
  await feed.store.db.execute(sql`
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
    WHERE task_identifier = 'finish-feeds'`);
  await makeGeneration(60);
  await feed.store.db.execute(sql`
    UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 s', created_at = now() - interval '200 s'
    WHERE id IN (SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'finish-feeds')`);
  await makeGeneration(61);
  const [wait, ...others] = await readJobs();
  expect(others).toEqual([]);
  expect(wait).toBeGreaterThan(5);
  await feed.store.db.execute(sql`
    UPDATE graphile_worker._private_jobs SET created_at = now() - interval '298 s'
    WHERE id IN (SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'finish-feeds')`);
  await makeGeneration(62);
  expect((await readJobs())[0]).toBeLessThan(5);
});
