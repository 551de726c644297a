import { expect, test } from 'vitest';
import { FEED_APP, setUpFeedServer } from '#test/support/feed-server.ts';
import { publishDirectly } from '#test/support/store.ts';
import { childrenOf, parseXml, textOf } from '#test/support/xml.ts';
import { finishFeeds } from '../rebuild/finish-feeds.ts';
import { rebuildFeeds } from '../rebuild/rebuild.ts';
import { readSigningKey } from '../signing/key.ts';

const feed = setUpFeedServer();
const finish = () => finishFeeds(feed.store, new AbortController().signal);

async function readXml() {
  const response = await feed.send('index.xml');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml']);
  return response.text();
}

test('index.xml asks to wait until it is made', async () => {
  const response = await feed.send('index.xml');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
});

test('index.xml says what the newer indexes say', async () => {
  await publishDirectly(feed.store, { ...FEED_APP, versionCode: 8 });
  await rebuildFeeds(feed.store);
  await finish();
  const { repo, packages } = await (await feed.send('index-v2.json')).json();
  const xml = parseXml(await readXml());
  const [about] = childrenOf(xml, 'repo');
  expect(about?.attributes).toMatchObject({
    name: repo.name['en-US'],
    url: repo.address,
    icon: repo.icon['en-US'].name.split('/').at(-1),
    timestamp: String(Math.floor(repo.timestamp / 1_000)),
    pubkey: (await readSigningKey(feed.store)).certificate.toString('hex'),
  });
  const [app] = childrenOf(xml, 'application');
  const { metadata, versions } = packages['org.example.tides'];
  expect(app?.attributes.id).toBe('org.example.tides');
  expect(app && textOf(app, 'name')).toBe(metadata.name['en-US']);
  expect(app && textOf(app, 'marketvercode')).toBe('8');
  const listed = (app ? childrenOf(app, 'package') : []).map((one) => [
    textOf(one, 'versioncode'),
    textOf(one, 'version'),
    `/${textOf(one, 'apkname')}`,
    textOf(one, 'hash'),
    textOf(one, 'size'),
  ]);
  const wanted = Object.values<{ manifest: Record<string, unknown>; file: Record<string, unknown> }>(
    versions,
  );
  expect(listed).toEqual(
    wanted.map(({ manifest, file }) => [
      String(manifest['versionCode']),
      manifest['versionName'],
      file['name'],
      file['sha256'],
      String(file['size']),
    ]),
  );
});

test('index.xml can be read with a parser for HTML, as Obtainium does', async () => {
  await publishDirectly(feed.store, {
    applicationId: 'org.example.odd',
    versionCode: 1,
    name: 'Tom & <b>"Jerry"',
  });
  await rebuildFeeds(feed.store);
  await finish();
  const xml = await readXml();
  // That parser takes what follows an element without an end tag for its children.
  expect(xml.replace(/^<\?xml[^>]*\?>/, '')).not.toMatch(/<[^>]*\/>/);
  const names = childrenOf(parseXml(xml), 'application').map((app) => textOf(app, 'name'));
  expect(names).toContain('Tom & <b>"Jerry"');
});

test('index.xml of an earlier generation is served until the next one is made', async () => {
  await finish();
  const before = await readXml();
  await publishDirectly(feed.store, { ...FEED_APP, versionCode: 50 });
  await rebuildFeeds(feed.store);
  expect(await readXml()).toBe(before);
  await finish();
  expect(await readXml()).toContain('<versioncode>50</versioncode>');
});

test('a store without a logo has Quayside’s icon', async () => {
  const { repo } = await (await feed.send('index-v2.json')).json();
  const { name, sha256, size } = repo.icon['en-US'];
  const response = await feed.send(name.slice(1));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect([response.headers.get('etag'), (await response.bytes()).length]).toEqual([`"${sha256}"`, size]);
});
