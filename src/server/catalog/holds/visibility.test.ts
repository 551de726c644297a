import { expect, test } from 'vitest';
import { waitUntil } from '#test/support/patience.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { setUpHolds, WHY } from '#test/support/set-up-holds.ts';
import { readSignedJar } from '#test/support/signed-jar.ts';

const { server, admin, app, hold, readText } = setUpHolds();
const apk = () => `fdroid/repo/${app.applicationId}_1.apk`;
const statusOf = async (path: string, init?: RequestInit) => (await server.nobody.fetch(path, init)).status;

/** The public lists and searches that are read from the database, and whether the app is in them. */
async function readLists(): Promise<Record<string, boolean>> {
  const paths = [
    'catalog/v1/apps',
    `catalog/v1/apps?q=${app.name}`,
    'catalog/v1/releases.atom',
    'fdroid/repo/',
    `fdroid/repo/?q=${app.name}`,
    'sitemap-1.xml',
  ];
  const read = async (path: string) => [path, (await readText(path)).includes(app.applicationId)] as const;
  return Object.fromEntries(await Promise.all(paths.map(read)));
}

/** The status of each address of the app. */
function readPages(): Promise<number[]> {
  const { applicationId, versionId } = app;
  const paths = [
    `catalog/v1/apps/android/${applicationId}`,
    `catalog/v1/apps/android/${applicationId}/versions`,
    `catalog/v1/apps/android/${applicationId}/releases.atom`,
    `fdroid/repo/?app=${applicationId}`,
    `transparency/receipts/${versionId}`,
  ];
  return Promise.all(paths.map((path) => statusOf(path)));
}

/** The status of each of its files. */
function readFiles(icon: string): Promise<number[]> {
  return Promise.all([
    statusOf(apk()),
    statusOf(apk(), { method: 'HEAD' }),
    statusOf(apk(), { headers: { Range: 'bytes=0-9' } }),
    statusOf(`fdroid/repo${icon}`),
  ]);
}

async function isOffered(): Promise<boolean> {
  const device = { platform: 'android', applicationId: app.applicationId, deviceId: 'a device' } as const;
  return (await server.nobody.call('releases.getForDevice', device)).version !== null;
}

interface Entry {
  readonly index: { readonly name: string };
  readonly diffs: Readonly<Record<string, { readonly name: string }>>;
}

interface Index {
  readonly repo: { readonly timestamp: number };
  readonly packages: Readonly<
    Record<string, { metadata?: { icon?: Record<string, { name: string }> } } | null>
  >;
}

/** Reads the feed as clients do: the entry, and the index and the diffs that it names. */
async function readFeed() {
  const readJson = async <Content>(name: string) =>
    JSON.parse(await readText(`fdroid/repo${name}`)) as Content;
  const entry = await readJson<Entry>('/entry.json');
  const index = await readJson<Index>(entry.index.name);
  const jar = new Uint8Array(await (await server.nobody.fetch('fdroid/repo/index-v1.jar')).arrayBuffer());
  return {
    entry,
    index,
    isListed: app.applicationId in index.packages,
    isInFixedIndex: (await readText('fdroid/repo/index-v2.json')).includes(app.applicationId),
    isInV1: readSignedJar(jar, 'index-v1.json').content.includes(app.applicationId),
    readDiffFrom: (timestamp: number) => readJson<Partial<Index>>(entry.diffs[timestamp]?.name ?? ''),
  };
}

test.each(['version', 'app', 'publisher'] as const)(
  'a held %s is gone from everything public, its files respond with 410, and lifting restores it',
  async (subject) => {
    const before = await readFeed();
    expect(before).toMatchObject({ isListed: true, isInFixedIndex: true, isInV1: true });
    const icons = before.index.packages[app.applicationId]?.metadata?.icon ?? {};
    const icon = Object.values(icons)[0]?.name ?? '';
    const readAll = async () => ({
      lists: new Set(Object.values(await readLists())),
      pages: new Set(await readPages()),
      files: await readFiles(icon),
      isOffered: await isOffered(),
    });
    const everything = {
      lists: new Set([true]),
      pages: new Set([200]),
      files: [200, 200, 206, 200],
      isOffered: true,
    };
    expect(await readAll()).toEqual(everything);

    const { id: holdId } = await hold(subject);
    // Without waiting: whatever is read from the database is right when the call responds.
    expect(await readAll()).toEqual({
      lists: new Set([false]),
      pages: new Set([404]),
      files: [410, 410, 410, 410],
      isOffered: false,
    });
    // Signed indexes are made again first.
    await waitUntil('the feed lacks it', async () => !(await readFeed()).isListed);
    const during = await readFeed();
    expect(during).toMatchObject({ isListed: false, isInFixedIndex: false, isInV1: false });
    const diff = await during.readDiffFrom(before.index.repo.timestamp);
    expect(diff.packages).toMatchObject({ [app.applicationId]: null });
    await waitUntil(
      'the index of the generation before is gone',
      async () => (await statusOf(`fdroid/repo${before.entry.index.name}`)) === 404,
    );
    for (const { name } of Object.values(before.entry.diffs))
      expect(await statusOf(`fdroid/repo${name}`)).toBe(404);
    expect(await statusOf(`fdroid/repo${during.entry.index.name}`)).toBe(200);

    const { app: shown, versions } = await app.owner.call('apps.get', { appId: app.appId });
    expect(versions[0]).toMatchObject({
      status: 'published',
      downloadPath: null,
      hold: { subject, kind: 'malware', reason: WHY.reason },
    });
    expect(shown.hold === null).toBe(subject === 'version');
    expect(shown.latestVersion?.hold).toMatchObject({ subject });

    await admin.call('holds.lift', { holdId, reason: 'A false alarm.' });
    await waitUntil('the feed has it', async () => (await readFeed()).isListed);
    expect(await readFeed()).toMatchObject({ isInFixedIndex: true, isInV1: true });
    expect(await readAll()).toEqual(everything);
  },
);

test.each([
  ['source.json', null],
  ['pal.json', '6478916434'],
])('an iOS app is gone from %s, and its package responds with 410', async (source, marketplaceId) => {
  const applicationId = `org.example.held${source.length}`;
  const { appId, versionId } = await publishIpa(server.context, {
    applicationId,
    ...(marketplaceId !== null && { marketplaceId }),
  });
  await rebuildWhenFree(server.context, { isForced: true });
  const path = `altstore/packages/${versionId}.ipa`;
  const isListed = async () => (await readText(`altstore/${source}`)).includes(applicationId);
  expect([await isListed(), await statusOf(path)]).toEqual([true, 200]);
  const { hold: made } = await admin.call('holds.create', { subject: 'app', subjectId: appId, ...WHY });
  expect(await statusOf(path)).toBe(410);
  await waitUntil('the source lacks it', async () => !(await isListed()));
  await admin.call('holds.lift', { holdId: made.id, reason: 'A false alarm.' });
  expect(await statusOf(path)).toBe(200);
  await waitUntil('the source has it', isListed);
});
