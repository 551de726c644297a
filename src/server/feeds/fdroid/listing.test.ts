import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublishedApp, type OwnApp, publishDrafts } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { renderListings } from '../../catalog/listings/html.ts';

let server: TestServer;
let admin: Person;
let published: OwnApp;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  published = await createPublishedApp(server, { name: 'Harbour' });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Fetches the index that a client at this address is directed to, and checks it against the entry's hash. */
async function fetchIndex(address = '192.0.2.1') {
  const headers = { 'X-Forwarded-For': address };
  const entry = await (await server.nobody.fetch('fdroid/repo/entry.json', { headers })).json();
  const response = await server.nobody.fetch(`fdroid/repo${entry.index.name}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.index.sha256);
  return JSON.parse(bytes.toString());
}

const rebuild = () => rebuildWhenFree(server.context);

const submitNext = async (how: object) => {
  const { owner, upload } = published;
  const { id: versionId } = await upload('next');
  await owner.call('versions.submit', { versionId, ...how });
  await admin.call('reviews.approve', { versionId });
  await rebuild();
  return versionId;
};
const codesIn = (index: { packages: Record<string, { versions: object }> }) =>
  Object.values(index.packages[published.applicationId]?.versions ?? {}).map(
    (version: { manifest: { versionCode: number } }) => version.manifest.versionCode,
  );

test('lists texts by language, with images that can be fetched', async () => {
  const { owner, appId } = published;
  const description = 'Zeigt **Gezeiten**.\n\n[Mehr](javascript:alert(1)) ![](https://spy.example/x.png)';
  const listing = { name: 'Hafen', summary: 'Zeigt die Gezeiten', whatsNew: 'Neu', description };
  await owner.call('apps.updateListing', { appId, locale: 'de', revision: 0, listing });
  await owner.call('apps.updateDetails', {
    appId,
    revision: 1,
    details: { category: 'tools', sourceCode: 'https://example.org/code' },
  });
  const shot = await sharp({ create: { width: 700, height: 1200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await owner.fetch(`graphics/${appId}/de/phoneScreenshots`, { method: 'POST', body: new Uint8Array(shot) });
  await publishDrafts(published);
  await rebuild();
  expect((await fetchIndex()).packages[published.applicationId].metadata.summary).toEqual({
    'en-US': 'Shows the tide',
  });

  const versionId = await submitNext({ percentage: 50 });
  const index = await fetchIndex();
  const { metadata } = index.packages[published.applicationId];
  expect(metadata).toMatchObject({
    name: { de: 'Hafen' },
    summary: { de: 'Zeigt die Gezeiten' },
    description: { de: '<p>Zeigt <strong>Gezeiten</strong>.</p> <p><a>Mehr</a> </p>' },
    categories: ['Tools'],
    sourceCode: 'https://example.org/code',
  });
  expect(index.repo.categories).toEqual({ Tools: { name: { 'en-US': 'Tools', de: 'Werkzeuge' } } });
  const [file] = metadata.screenshots.phone.de;
  const picture = await server.nobody.fetch(`fdroid/repo${file.name}`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await picture.arrayBuffer()).byteLength).toBe(file.size);

  const addresses = Array.from({ length: 30 }, (_, at) => `198.51.100.${at}`);
  const offered = await Promise.all(addresses.map(async (address) => codesIn(await fetchIndex(address))));
  const reached = offered.filter((codes) => codes.includes(2)).length;
  expect(reached).toBeGreaterThan(4);
  expect(reached).toBeLessThan(26);
  expect(offered.every((codes) => codes.includes(1))).toBe(true);

  await owner.call('releases.halt', { versionId });
  await rebuild();
  const halted = await Promise.all(
    addresses.slice(0, 8).map(async (address) => codesIn(await fetchIndex(address))),
  );
  expect(halted.every((codes) => !codes.includes(2))).toBe(true);
  await owner.call('releases.resume', { versionId });
  await owner.call('releases.complete', { versionId });
  await rebuild();
  expect(codesIn(await fetchIndex())).toContain(2);
});

test('responds with 404 for images of no listing', async () => {
  const hash = 'A'.repeat(43);
  for (const path of [`de/phoneScreenshots/${hash}.webp`, `de/featureGraphic_${hash}.webp`, 'de/x/y.webp']) {
    expect((await server.nobody.fetch(`fdroid/repo/${published.applicationId}/${path}`)).status).toBe(404);
  }
  expect((await server.nobody.fetch('fdroid/repo/from-7/index-v2.json')).status).toBe(404);
});

test('shows line breaks, and HTML that an earlier version stored', async () => {
  const { owner, appId } = await createPublishedApp(server, { name: 'Dolphin' });
  const stored = '<b>Sails</b>\non time<ul><li>daily</li></ul>';
  const { pool } = server.context;
  const set = (description: string) =>
    pool.query(
      `UPDATE app_listings SET texts = jsonb_set(texts, '{description}', to_jsonb($2::text)),
        public_texts = jsonb_set(public_texts, '{description}', to_jsonb($2::text)) WHERE app_id = $1`,
      [appId, description],
    );
  const descriptionOf = async () => {
    await renderListings(server.context, new AbortController().signal);
    await rebuild();
    const { app } = await owner.call('apps.get', { appId });
    return (await fetchIndex()).packages[app.applicationId].metadata.description['en-US'];
  };
  await set(stored);
  expect(await descriptionOf()).toBe('<p><strong>Sails</strong><br> on time</p> <ul> <li>daily</li> </ul>');
  await set('Sails\non time for List<String>');
  expect(await descriptionOf()).toBe('<p>Sails<br> on time for List&#x3C;String></p>');
});
