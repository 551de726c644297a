import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import {
  ADDED,
  describeRepository,
  idOf,
  makePicture,
  sha256Of,
  writeFiles,
  writeRepository,
} from '#test/support/fdroid-repository.ts';
import { setUpImport } from '#test/support/set-up-import.ts';

const { folder, repositoryKey, boating, run, readTable, readFeed } = setUpImport();
const id = idOf('Boating');
const [first = Buffer.of(), second = Buffer.of()] = boating;

describe('fields without a place in a listing', () => {
  /** Every field of the format that Quayside doesn't read, as fdroidserver writes it. */
  const UNREAD = {
    authorName: 'Bo',
    authorPhone: '+49 30 1234',
    authorWebSite: 'https://bo.example.org',
    flattrID: '12345',
    liberapayID: '54321',
    litecoin: 'LbTjMGN7gELw4KbeyQf6cTCq859hD18guE',
  };

  test('are named for each app and counted in the summary, also in a dry run', async () => {
    const graphic = { 'en-US': { name: `/${id}/en-US/graphic.png`, sha256: sha256Of(first), size: 1 } };
    const app = {
      name: 'Boating',
      packages: boating,
      metadata: {
        ...UNREAD,
        added: ADDED - 1_000,
        donate: ['https://bo.example.org/donate', 'https://bo.example.org/more'],
        promoGraphic: graphic,
        tvBanner: graphic,
        screenshots: { phone: {}, foldable: { 'en-US': [graphic['en-US']] }, watch: {} },
        binaries: null,
        categories: ['Boats', 'Knots', 'x'.repeat(31)],
        somethingNew: { nested: [{ value: 1 }] },
        somethingEmpty: { nested: [{}] },
        'control\u0007': 'yes',
      },
      version: (entry: Record<string, unknown>) => ({
        ...entry,
        file: { ...(entry['file'] as object), ipfsCIDv1: 'bafy' },
        src: { name: '/boating_src.tar.gz', sha256: sha256Of(first), size: 1 },
        obbMainFile: { name: '/main.1.obb', sha256: sha256Of(first), size: 1 },
      }),
    };
    const repo = {
      address: 'https://old.example.org/repo',
      timestamp: ADDED,
      webBaseUrl: 'https://old.example.org',
      name: { 'en-US': 'Old store' },
      description: { 'en-US': 'Apps' },
      icon: { 'en-US': { name: '/icons/icon.png' } },
      mirrors: [{ url: 'https://mirror.example.org' }],
      antiFeatures: {},
      categories: {
        Boats: {
          name: {
            'en-US': 'All boats',
            de: 'Boote',
          },
          icon: { 'en-US': { name: '/b.png' } },
        },
      },
    };
    await writeFiles(join(folder, 'repo'), {
      'index-v2.json': JSON.stringify({ ...describeRepository([app]), repo }),
      'Boating_1.apk': first,
      'Boating_2.apk': second,
    });
    const fields = [
      ...Object.keys(UNREAD),
      'added',
      'control ',
      'further values of donate',
      'ipfsCIDv1',
      'obbMainFile',
      'promoGraphic',
      'screenshots.foldable',
      'somethingNew',
      'src',
      'tvBanner',
    ].sort();
    for (const isDryRun of [true, false]) {
      const report = await run({ isDryRun });
      expect(report).toContain(`  - Fields without a place in a listing are left out: ${fields.join(', ')}.`);
      const counts = fields.map((field) => `${field} (1 app)`);
      expect(report).toContain(`Fields without a place in a listing: ${counts.join(', ')}.`);
      expect(report).toContain(
        'left out because the store has its own: categories.icon, description, icon, mirrors, name, translations of categories.name, webBaseUrl.',
      );
      expect(report).toContain('The category "Knots" becomes a tag: an app has one category.');
      expect(report).toContain(`The category "${'x'.repeat(31)}" is left out: an app has one category.`);
      expect(report).toContain(`${fields.length + 7 + 2} parts left out or changed; see above.`);
      expect(report).not.toContain('Everything comes along.');
    }
    expect(
      await readTable(`SELECT details->'tags' AS tags, details->>'category' AS category FROM apps`),
    ).toEqual([{ tags: ['Knots'], category: 'boats' }]);
    const { packages } = await readFeed();
    expect(packages[id]?.metadata['categories']).toEqual(['All boats']);
    const settings = await readTable(
      `SELECT jsonb_path_query(data, '$.categories[*].name') AS name FROM store_settings`,
    );
    expect(settings).toContainEqual({ name: 'All boats' });
  });

  test('are named in the first format too', async () => {
    const packageOf = (bytes: Buffer, code: number, own: object) => ({
      apkName: `${code}.apk`,
      hash: sha256Of(bytes),
      hashType: 'sha256',
      size: bytes.length,
      versionCode: code,
      versionName: `1.${code - 1}`,
      added: ADDED,
      packageName: id,
      minSdkVersion: 24,
      targetSdkVersion: 35,
      sig: 'ab',
      nativecode: ['x86'],
      features: ['android.hardware.camera'],
      'uses-permission': [['android.permission.INTERNET', null]],
      ...own,
    });
    await writeFiles(join(folder, 'repo'), {
      'index-v1.json': JSON.stringify({
        repo: {
          timestamp: ADDED,
          version: 21,
          maxage: 14,
          name: 'Old',
          icon: 'icon.png',
          address: 'https://old.example.org',
          description: 'Apps',
          mirrors: [],
        },
        requests: { install: ['org.example.other'], uninstall: [] },
        apps: [
          {
            ...UNREAD,
            authorEmail: null,
            webSite: null,
            packageName: id,
            name: 'Boating',
            categories: [],
            antiFeatures: ['NonFreeNet'],
            added: ADDED - 1,
            suggestedVersionCode: '1',
            suggestedVersionName: '1.0',
            lastUpdated: ADDED,
            binaries: 'x',
            allowedAPKSigningKeys: ['ab'],
            icon: 'boating.png',
            localized: {
              de: {
                whatsNew: 'Neu',
                promoGraphic: 'promo.png',
                tvBanner: 'tv.png',
                icon: null,
              },
              'en-US': {
                newText: 'x',
                phoneScreenshots: null,
                name: '',
              },
            },
          },
        ],
        packages: {
          [id]: [
            packageOf(second, 2, {
              srcname: 'src.tar.gz',
              obbPatchFile: 'patch.obb',
              obbPatchFileSha256: 'ab',
            }),
            packageOf(first, 1, { antiFeatures: ['KnownVuln'], srcname: '' }),
          ],
        },
      }),
      '1.apk': first,
      '2.apk': second,
      'icons/boating.png': await makePicture(512, 512),
    });
    const fields = [
      ...Object.keys(UNREAD),
      'added',
      'allowedAPKSigningKeys',
      'binaries',
      'newText',
      'obbPatchFile',
      'obbPatchFileSha256',
      'promoGraphic',
      'srcname',
      'tvBanner',
    ].sort();
    for (const isDryRun of [true, false]) {
      const report = await run({ isDryRun });
      expect(report).toContain(`  - Fields without a place in a listing are left out: ${fields.join(', ')}.`);
      expect(report).toContain('because the store has its own: description, icon, name, requests.');
      expect(report).toContain(`2 versions of 1 app ${isDryRun ? 'would be imported' : 'imported'}`);
      expect(report).not.toContain('Everything comes along.');
    }
    const releases = await readTable(
      `SELECT version_code::int AS code, track, vulnerability IS NOT NULL AS marked, release_notes AS notes
       FROM versions JOIN releases ON version_id = id ORDER BY 1`,
    );
    expect(releases).toEqual([
      { code: 1, track: 'stable', marked: true, notes: { de: 'Neu' } },
      { code: 2, track: 'beta', marked: false, notes: {} },
    ]);
    expect(await readTable('SELECT anti_feature AS id FROM app_anti_features')).toEqual([
      { id: 'NonFreeNet' },
    ]);
  });

  test('don’t include those that are empty, so that everything comes along', async () => {
    const metadata = {
      name: { 'en-US': 'Boating' },
      video: null,
      webSite: null,
      screenshots: null,
      icon: null,
      donate: [],
      changelog: '',
      tvBanner: {},
      added: ADDED,
    };
    await writeRepository(folder, [{ name: 'Boating', packages: boating, metadata }], repositoryKey);
    expect(await run({ isDryRun: true })).toContain('Everything comes along.');
    expect(await run()).toContain('Everything comes along.');
  });
});

test('an app without versions is left out, and the report says so', async () => {
  await writeRepository(folder, [{ name: 'Boating', packages: [] }], repositoryKey);
  const report = await run();
  expect(report).toContain('The app is left out: the repository has no version of it.');
  expect(report).not.toContain('Everything comes along.');
});

describe('release channels', () => {
  test('make a version a beta, and the report names others than Beta', async () => {
    const version = (entry: Record<string, unknown>, at: number) =>
      at === 0 ? entry : { ...entry, releaseChannels: ['Alpha'] };
    await writeRepository(folder, [{ name: 'Boating', packages: boating, version }], repositoryKey);
    expect(await run()).toContain('Version 1.1 (2) becomes a beta version; left out: its channels Alpha.');
    expect(
      await readTable('SELECT track FROM releases JOIN versions ON id = version_id ORDER BY version_code'),
    ).toEqual([{ track: 'stable' }, { track: 'beta' }]);
  });
});

test('an icon that the repository took out of a package comes along when the package’s own can’t be drawn', async () => {
  const signer = makeIdentity('EC', { name: 'A publisher' });
  const bytes = buildPackage({
    from: 'plain',
    name: 'Boating',
    versionName: '1.0',
    icon: Buffer.from('not a picture'),
    signer,
  });
  const icons = {
    'icons/small.png': await makePicture(48, 48),
    'icons/large.png': await makePicture(256, 256),
  };
  await writeFiles(join(folder, 'repo'), icons);
  for (const [path, result] of [
    ['icons/small.png', 'The picture /icons/small.png is left out'],
    ['icons/large.png', 'Everything comes along.'],
  ] as const) {
    const icon = { 'en-US': { name: `/${path}`, sha256: sha256Of(icons[path]), size: icons[path].length } };
    await writeRepository(
      folder,
      [{ name: 'Boating', packages: [bytes], metadata: { icon } }],
      repositoryKey,
    );
    expect(await run({ isDryRun: true })).toContain(result);
  }
  await run();
  expect(await readTable('SELECT kind, locale FROM app_graphics')).toEqual([
    { kind: 'icon', locale: 'en-US' },
  ]);
});
