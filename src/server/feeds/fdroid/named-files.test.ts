import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeIndexV1, describeIndexV2 } from '#test/support/feed-indexes.ts';
import { applyMergePatch } from '#test/support/merge-patch.ts';
import { compareFile, findNamedFiles, type NamedFile } from '#test/support/named-files.ts';
import { createPublishedApp, type PublishedApp, publishDrafts } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { readSignedJar } from '#test/support/signed-jar.ts';

let server: TestServer;
let admin: Person;
let app: PublishedApp;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  app = await createPublishedApp(server, { name: 'Harbour' });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Entry {
  readonly timestamp: number;
  readonly index: NamedFile;
  readonly diffs: Readonly<Record<string, NamedFile>>;
}

/** Fetches a file as a client does. */
async function fetchBytes(name: string): Promise<Uint8Array> {
  const response = await server.nobody.fetch(`fdroid/repo${name}`);
  expect([name, response.status]).toEqual([name, 200]);
  return response.bytes();
}

/** Fetches a file, and expects the size and hash by which it was named. */
async function fetchNamed(file: NamedFile): Promise<Uint8Array> {
  const bytes = await fetchBytes(file.name);
  expect(compareFile(file, bytes)).toBeNull();
  return bytes;
}

const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());

async function readSigned(name: 'entry' | 'index-v1') {
  const { fingerprint } = await app.owner.call('settings.getRepository', {});
  const signed = readSignedJar(await fetchBytes(`/${name}.jar`), `${name}.json`);
  expect(signed.fingerprint).toBe(fingerprint);
  return JSON.parse(signed.content);
}

/** Adds a picture of its own colour to the listing, so that each has another hash. */
async function addPicture(path: string, [width, height]: readonly [number, number]): Promise<void> {
  const background = { r: 5 * path.length, g: 90, b: width % 255 };
  const picture = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  const body = new Uint8Array(picture);
  const { status } = await app.owner.fetch(`graphics/${app.appId}/${path}`, { method: 'POST', body });
  expect([path, status]).toEqual([path, 200]);
}

async function publishListing(): Promise<void> {
  const { appId, owner, upload } = app;
  const texts = { name: 'Hafen', summary: 'Zeigt die Gezeiten', whatsNew: 'Neu', description: 'Gezeiten.' };
  await owner.call('apps.updateListing', { appId, locale: 'de', revision: 0, listing: texts });
  for (const locale of ['en-US', 'de']) {
    await addPicture(`${locale}/icon`, [512, 512]);
    await addPicture(`${locale}/featureGraphic`, [1024, 500]);
    await addPicture(`${locale}/phoneScreenshots`, [700, 1200]);
    await addPicture(`${locale}/phoneScreenshots`, [710, 1200]);
    await addPicture(`${locale}/tenInchScreenshots`, [1200, 800]);
  }
  await publishDrafts(app);
  const { id: versionId } = await upload('next');
  await owner.call('versions.submit', { versionId });
  await admin.call('reviews.approve', { versionId });
}

test('every file that the repository names is there, with the size and hash by which it is named', async () => {
  await rebuildWhenFree(server.context);
  const before = parse(await fetchNamed((await readSigned('entry')).index));
  const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await admin.call('settings.setLogo', { image: logo.toString('base64') });
  await publishListing();
  await rebuildWhenFree(server.context);

  const entry: Entry = await readSigned('entry');
  expect(parse(await fetchBytes('/entry.json'))).toEqual(entry);
  const index = parse(await fetchNamed(entry.index));
  expect(parse(await fetchBytes('/index-v2.json'))).toEqual(index);
  expect(describeIndexV1(await readSigned('index-v1'))).toEqual(describeIndexV2(index));

  const diffs = new Map<string, unknown>();
  for (const [from, file] of Object.entries(entry.diffs)) diffs.set(from, parse(await fetchNamed(file)));
  const diff = diffs.get(String(before.repo.timestamp));
  expect(diff).toBeDefined();
  expect(applyMergePatch(before, diff as Parameters<typeof applyMergePatch>[1])).toEqual(index);

  const files = findNamedFiles([index, ...diffs.values()]);
  for (const file of files) await fetchNamed(file);
  const folders = files.map(({ name }) => name.replace(/[\w-]{43}\.\w+$|[0-9a-f]{64}\.png$/, ''));
  const pictures = ['en-US', 'de'].flatMap((locale) =>
    ['icon_', 'featureGraphic_', 'phoneScreenshots/', 'phoneScreenshots/', 'tenInchScreenshots/'].map(
      (kind) => `/${app.applicationId}/${locale}/${kind}`,
    ),
  );
  const packages = [1, 2].map((code) => `/${app.applicationId}_${code}.apk`);
  expect(folders.sort()).toEqual(['/icons/', ...packages, ...pictures].sort());
  expect(files.filter(({ size }) => size === undefined)).toEqual([]);
});
