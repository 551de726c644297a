import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from '#cli/commands.ts';
import { guideCommands } from '#test/support/documented-commands.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { findNewerFunctions } from '#test/support/newer-javascript.ts';
import {
  type AppWithToken,
  approveSubmitted,
  awaitEnd,
  offlineNpm,
  setUpCommand,
} from '#test/support/quayside-command.ts';
import { setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
const command = setUpCommand(server);

/** Writes a file below a folder of the command's. */
async function writeFileIn(folder: string, path: string, content: string | Buffer): Promise<void> {
  const target = join(command.directory, folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

/** Makes a picture of one colour. */
async function picture(background: string, size: { width: number; height: number }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background } })
    .png()
    .toBuffer();
}

async function readListing({ owner, appId }: AppWithToken) {
  const { listings } = await owner.call('apps.getListing', { appId });
  const listing = listings.find(({ locale }) => locale === 'en-US');
  if (!listing) throw new Error('The app has no listing.');
  return listing;
}

describe('the package', () => {
  test('runs with npx without a package registry, and has a checksum and an entity tag', async () => {
    const folder = await mkdtemp(join(command.directory, 'npx-'));
    const npx = ['--yes', `${server.url}cli.tgz`, '--version'];
    const { stdout } = await promisify(execFile)('npx', npx, { cwd: folder, env: offlineNpm(folder) });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const response = await fetch(`${server.url}cli.tgz`);
    const sha256 = createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
    const sum = await fetch(`${server.url}cli.tgz.sha256`);
    expect(await sum.text()).toBe(`${sha256}  cli.tgz\n`);
    const tag = response.headers.get('etag') ?? '';
    const again = await fetch(`${server.url}cli.tgz`, { headers: { 'If-None-Match': tag } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache']);
  });

  test('uses no built-in function that its oldest Node lacks', async () => {
    // @noble/hashes asks whether it is there before.
    expect(await findNewerFunctions(command.program)).toEqual(['fromHex']);
    const newer = join(command.directory, 'package/newer.js');
    await writeFile(
      newer,
      'Map.groupBy([], String);\nPromise.withResolvers();\n[].toSorted();\
',
    );
    expect(await findNewerFunctions(newer)).toEqual(['groupBy', 'withResolvers']);
  });

  test('is small', async () => {
    const response = await fetch(`${server.url}cli.tgz`);
    expect(Number((await response.arrayBuffer()).byteLength)).toBeLessThan(250_000);
  });
});

test('every command of the developer guide runs as it is shown there', async () => {
  const app = await command.prepare();
  const lines = guideCommands()
    .filter((line) => line.startsWith('npx '))
    .map((line) => line.replaceAll('org.example.app', app.applicationId));
  await command.write('app.apk', app.build());
  await command.write('next.apk', app.build('next'));
  await command.write('notes.txt', Buffer.from('Slower.'));
  // A stand-in for npx, which would install the same package each time.
  const npx = `#!/bin/sh\nshift\nexec '${command.node}' '${command.program}' "$@"\n`;
  await writeFile(join(command.directory, 'npx'), npx, { mode: 0o755 });

  const texts: string[] = [];
  for (const line of lines) {
    const { versions } = await app.owner.call('apps.get', { appId: app.appId });
    const child = spawn('/bin/sh', ['-c', line], {
      cwd: command.directory,
      env: {
        PATH: command.directory,
        QUAYSIDE_URL: server.url,
        QUAYSIDE_TOKEN: app.token,
        VERSION_ID: versions[0]?.id ?? '',
        EARLIER_VERSION_ID: versions[1]?.id ?? '',
      },
    });
    const running = awaitEnd(child);
    if (line.includes(' publish app.apk')) await approveSubmitted(server, app);
    const { exit, stdout, stderr } = await running;
    expect([line, exit, exit === 0 ? '' : stderr]).toEqual([line, 0, '']);
    if (line.includes(' publish next.apk --notes')) await approveSubmitted(server, app);
    texts.push(stdout.split('\n')[0] ?? '');
  }
  expect(texts.filter((text) => text.startsWith('Version'))).toEqual([
    'Version 1.0 (1) is published.',
    'Version 1.1 (2) is waiting for review.',
    'Version 1.1 (2) is approved.',
    'Version 1.1 (2) is rolling out at 20%.',
    'Version 1.1 (2) is halted at 20%.',
    'Version 1.1 (2) is rolling out at 20%.',
    'Version 1.1 (2) is rolling out at 60%.',
    'Version 1.1 (2) is available to all devices.',
    'Version 1.0 (1) is available to all devices.',
    'Version 1.1 (2) is published.',
  ]);
  expect(texts.slice(-4)).toEqual([
    `${app.name} is live.`,
    `${app.name}: 0 downloads in 30 days, 0 in those before, 0 in all.`,
    `Store: ${server.url}`,
    expect.stringContaining('Wrote .github/workflows/publish.yml.'),
  ]);
  const workflow = await readFile(join(command.directory, '.github/workflows/publish.yml'), 'utf8');
  expect(workflow).toContain(`publish app.apk --app ${app.appId} --provenance provenance.json --wait\n`);
  const again = await command.run(['init', '--app', app.appId], { QUAYSIDE_TOKEN: app.token });
  expect(again).toMatchObject({ exit: 2, stderr: expect.stringContaining('exists already') });
});

test('listing pull and push bring a folder and the store to the same state, and name files that can’t be used', async () => {
  const app = await command.prepare();
  const env = { QUAYSIDE_TOKEN: app.token };
  const run = (...args: string[]) => command.run(['listing', ...args, '--app', app.appId], env);
  expect((await run('pull', 'meta', '--dry-run')).stdout).toContain('en-US/title.txt\n');
  expect(await run('pull', 'meta')).toMatchObject({ exit: 0, stderr: '' });
  const upToDate = { exit: 0, stdout: 'The listing is up to date.\n', stderr: '' };
  expect(await run('push', 'meta', '--images')).toEqual(upToDate);

  const locale = join(command.directory, 'meta/en-US');
  await writeFile(join(locale, 'short_description.txt'), 'Sails further\n');
  await mkdir(join(locale, 'images/phoneScreenshots'), { recursive: true });
  for (const [name, background] of [
    ['1.png', 'teal'],
    ['2.png', 'navy'],
  ] as const) {
    await writeFile(
      join(locale, 'images/phoneScreenshots', name),
      await picture(background, { width: 400, height: 800 }),
    );
  }
  const diff = /^en-US summary\n {2}- .+\n {2}\+ Sails further\nen-US phoneScreenshots: 2 pictures\n$/;
  expect((await run('push', 'meta', '--images', '--dry-run')).stdout).toMatch(diff);
  expect((await run('push', 'meta', '--images')).stdout).toMatch(diff);
  const { listings, graphics } = await app.owner.call('apps.getListing', { appId: app.appId });
  expect(listings[0]?.texts.summary).toBe('Sails further');
  expect(graphics.filter(({ kind }) => kind === 'phoneScreenshots')).toHaveLength(2);
  // The store keeps pictures in a form of its own, which a pull brings.
  await run('pull', 'meta');
  expect(await run('push', 'meta', '--images')).toEqual(upToDate);

  await mkdir(join(locale, 'changelogs'), { recursive: true });
  for (let code = 1; code <= 22; code += 1) {
    await writeFile(join(locale, 'changelogs', `${code}.txt`), 'Tides.');
  }
  expect((await run('push', 'meta')).stdout).toMatch(
    /^en-US changelogs: 3, 4, [^\n]+, 22\nNot kept: en-US\/changelogs\/1\.txt and 1 more: Only the release notes of the 20 highest version codes are kept\.\n$/,
  );

  await writeFile(join(locale, 'short_description.txt'), 'x'.repeat(81));
  expect(await run('push', 'meta')).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining('en-US/short_description.txt: Use at most 80 characters.'),
  });
});

test('listing push converts HTML, names the files once, and then has nothing to do', async () => {
  const app = await command.prepare();
  const push = (...args: string[]) =>
    command.run(['listing', 'push', 'html', ...args, '--app', app.appId], { QUAYSIDE_TOKEN: app.token });
  const locale = join(command.directory, 'html/en-US');
  await mkdir(locale, { recursive: true });
  await writeFile(
    join(locale, 'full_description.txt'),
    '<b>Tides</b>\nat sea &amp; in port\n<ul><li>one</li></ul>\n',
  );
  const changes = /\n {2}\+ \*\*Tides\*\*\n {2}\+ at sea & in port\n {2}\+ \n {2}\+ \* one\n/;
  const note =
    'HTML became Markdown: en-US/full_description.txt. "quayside listing pull" brings it into the folder.\n';
  const planned = await push('--dry-run');
  expect(planned.stdout).toMatch(changes);
  expect(planned.stdout).toContain(note);
  expect((await push()).stdout).toContain(note);
  const { listings } = await app.owner.call('apps.getListing', { appId: app.appId });
  expect(listings[0]?.texts.description).toBe('**Tides**\nat sea & in port\n\n* one');
  expect((await push()).stdout).toBe('The listing is up to date.\n');
});

test('listing pull and push read and write the layout of deliver for an iOS app', async () => {
  const { owner, token } = await command.prepare();
  const applicationId = `org.example.deliver${Date.now()}`;
  const { app } = await owner.call('apps.create', { platform: 'ios', applicationId, name: 'Harbour' });
  const write = (path: string, content: string | Buffer) => writeFileIn('fastlane', path, content);
  const run = (...args: string[]) =>
    command.run(['listing', ...args, '--app', app.id], { QUAYSIDE_TOKEN: token });
  const texts = {
    'default/name.txt': 'Harbour',
    'default/support_url.txt': 'https://example.org/help',
    'en-US/subtitle.txt': 'Sails on time',
    'en-US/description.txt': 'Shows **tides**.',
    'en-US/release_notes.txt': 'Faster.',
    'en-US/keywords.txt': 'tides, sailing',
    'en-US/marketing_url.txt': 'https://example.org/app',
    'en-US/privacy_url.txt': 'https://example.org/privacy',
    'en-US/promotional_text.txt': 'New!',
    'de-DE/subtitle.txt': 'Legt pünktlich ab',
    'de-DE/keywords.txt': 'gezeiten',
    'primary_category.txt': 'UTILITIES',
    'copyright.txt': '2026 Harbour',
    'review_information/notes.txt': 'None',
    // Of the Android app of the same project.
    'android/en-US/title.txt': 'Harbour for Android',
  };
  for (const [path, text] of Object.entries(texts)) await write(`metadata/${path}`, `${text}\n`);
  const screenshot = async (path: string, background: string, width: number) =>
    write(`screenshots/${path}`, await picture(background, { width, height: 1200 }));
  await screenshot('en-US/iPhone 16 Pro-01Tides.png', 'teal', 600);
  await screenshot('en-US/1_APP_IPHONE_67_1.png', 'navy', 600);
  await screenshot('en-US/0_APP_IPAD_PRO_129_0.png', 'olive', 900);
  await screenshot('appleTV/en-US/1.png', 'maroon', 1600);
  // Its size is that of a device.
  await write('screenshots/en-US/home.png', await picture('gray', { width: 750, height: 1334 }));
  await write('screenshots/en-US/title.strings', '"home" = "Home";');
  await write('Fastfile', 'lane :beta');

  const withoutPlace = [
    'metadata/copyright.txt',
    'metadata/de-DE/keywords.txt',
    'metadata/en-US/promotional_text.txt',
    'metadata/primary_category.txt',
    'metadata/review_information/notes.txt',
    'screenshots/en-US/title.strings',
  ];
  const planned = JSON.parse((await run('push', '--images', '--dry-run', '--json')).stdout) as {
    skipped: { path: string }[];
  };
  expect(planned.skipped.map(({ path }) => path).sort()).toEqual(withoutPlace);
  const pushed = await run('push', '--images');
  expect(pushed).toMatchObject({ exit: 0, stderr: '' });
  expect(pushed.stdout).toContain('website\n  + https://example.org/app\n');
  for (const path of withoutPlace) expect(pushed.stdout).toContain(`Not kept: ${path}: `);

  const { listings, graphics } = await owner.call('apps.getListing', { appId: app.id });
  const byLocale = Object.fromEntries(listings.map((one) => [one.locale, one.texts]));
  expect(byLocale).toMatchObject({
    'en-US': {
      name: 'Harbour',
      summary: 'Sails on time',
      description: 'Shows **tides**.',
      whatsNew: 'Faster.',
    },
    'de-DE': { name: 'Harbour', summary: 'Legt pünktlich ab' },
  });
  expect((await owner.call('apps.get', { appId: app.id })).details).toMatchObject({
    tags: ['tides', 'sailing'],
    issueTracker: 'https://example.org/help',
    website: 'https://example.org/app',
    privacyPolicy: 'https://example.org/privacy',
    category: '',
  });
  expect(graphics.map(({ kind }) => kind).sort()).toEqual([
    'phoneScreenshots',
    'phoneScreenshots',
    'phoneScreenshots',
    'tenInchScreenshots',
    'tvScreenshots',
  ]);

  expect((await run('pull', 'pulled')).exit).toBe(0);
  const written = await readdir(join(command.directory, 'pulled'), { recursive: true, withFileTypes: true });
  const files = written.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  expect(files.map((path) => path.slice(path.indexOf('pulled/') + 7)).sort()).toEqual([
    'metadata/de-DE/name.txt',
    'metadata/de-DE/subtitle.txt',
    'metadata/default/keywords.txt',
    'metadata/default/marketing_url.txt',
    'metadata/default/privacy_url.txt',
    'metadata/default/support_url.txt',
    'metadata/en-US/description.txt',
    'metadata/en-US/name.txt',
    'metadata/en-US/release_notes.txt',
    'metadata/en-US/subtitle.txt',
    expect.stringMatching(/^screenshots\/appleTV\/en-US\/Apple TV-1\.\w+$/),
    expect.stringMatching(/^screenshots\/en-US\/iPad-1\.\w+$/),
    expect.stringMatching(/^screenshots\/en-US\/iPhone-1\.\w+$/),
    expect.stringMatching(/^screenshots\/en-US\/iPhone-2\.\w+$/),
    expect.stringMatching(/^screenshots\/en-US\/iPhone-3\.\w+$/),
  ]);
  expect((await run('push', 'pulled', '--images')).stdout).toBe('The listing is up to date.\n');

  await write('metadata/en-US/subtitle.txt', 'x'.repeat(81));
  expect(await run('push')).toMatchObject({
    exit: 1,
    stdout: 'Nothing was pushed.\n  metadata/en-US/subtitle.txt: Use at most 80 characters.\n',
  });

  // Of a live app, what was only drafted in the console counts as changed.
  await write('metadata/en-US/subtitle.txt', 'Sails on time');
  await server.context.pool.query(
    "UPDATE apps SET status = 'published', public_details = details WHERE id = $1",
    [app.id],
  );
  const { detailsRevision: revision } = await owner.call('apps.get', { appId: app.id });
  const website = 'https://example.org/next';
  await owner.call('apps.updateDetails', { appId: app.id, revision, details: { website } });
  await write('metadata/en-US/marketing_url.txt', website);
  const live = await run('push');
  expect(live.stdout).toContain(`website\n  - https://example.org/app\n  + ${website}\n`);
  expect(live.stdout).toMatch(/Live now: .*website/);
  const { unpublished } = await owner.call('apps.getListing', { appId: app.id });
  expect(unpublished.map(({ field }) => field)).not.toContain('website');
});

test('listing push names files for which a listing has no place, and pushes the rest', async () => {
  const app = await command.prepare();
  const run = (...args: string[]) =>
    command.run(['listing', 'push', ...args, '--app', app.appId], { QUAYSIDE_TOKEN: app.token });
  const files = {
    'en-US/short_description.txt': 'Sails further',
    'en-US/changelogs/3.11.2.txt': 'Faster.',
    'en-US/changelogs/12.txt': 'Faster still.',
    'en-US/images/icon.png': await picture('teal', { width: 512, height: 512 }),
    'en-US/images/tvBanner.png': await picture('teal', { width: 1280, height: 720 }),
    'en-US/images/promoGraphic.png': await picture('teal', { width: 180, height: 120 }),
    'en-US/clip.mp4': 'x',
    'README.txt': 'How to translate',
    '.DS_Store': 'x',
  };
  for (const [path, content] of Object.entries(files)) await writeFileIn('strays', path, content);
  const pushed = await run('strays', '--images');
  expect([pushed.exit, pushed.stderr]).toEqual([0, '']);
  expect(pushed.stdout.split('\n').filter((line) => line.startsWith('Not kept'))).toEqual([
    'Not kept: en-US/changelogs/3.11.2.txt: Release notes are named by the version code, such as 42.txt.',
    'Not kept: README.txt: It isn’t in a folder of a language.',
    'Not kept: en-US/images/promoGraphic.png: This image isn’t part of a listing.',
    'Not kept: en-US/images/tvBanner.png: This image isn’t part of a listing.',
    'Not kept: en-US/clip.mp4: It’s neither a text nor a picture.',
  ]);
  const { listings, graphics } = await app.owner.call('apps.getListing', { appId: app.appId });
  expect(listings[0]?.texts.summary).toBe('Sails further');
  expect(graphics.filter(({ isDraft, locale }) => isDraft && locale === 'en-US')).toHaveLength(1);

  await writeFileIn('elsewhere', 'notes.txt', 'x');
  expect(await run('elsewhere')).toMatchObject({
    exit: 1,
    stdout: 'Nothing was pushed.\n  notes.txt: It isn’t in a folder of a language.\n',
  });
});

test('a dry run of listing push lists only what differs, pictures and release notes too', async () => {
  const app = await command.prepare();
  const run = (...args: string[]) =>
    command.run(['listing', ...args, '--app', app.appId], { QUAYSIDE_TOKEN: app.token });
  const dryRun = async () => (await run('push', 'differing', '--images', '--dry-run')).stdout;
  await run('pull', 'differing');
  const names = ['1.png', '2.png'].map((name) => `en-US/images/phoneScreenshots/${name}`);
  const [first = '', second = ''] = names;
  await writeFileIn('differing', first, await picture('teal', { width: 400, height: 800 }));
  await writeFileIn('differing', second, await picture('navy', { width: 400, height: 800 }));
  const icon = 'de/images/icon.png';
  await writeFileIn('differing', icon, await picture('navy', { width: 400, height: 400 }));
  await writeFileIn('differing', 'de/title.txt', 'Hafen');
  await writeFileIn('differing', 'de/changelogs/12.txt', 'Schneller.\n');
  const differs =
    'de name\n  + Hafen\nde changelogs: 12\nde icon: 1 picture\nen-US phoneScreenshots: 2 pictures\n';
  expect(await dryRun()).toBe(differs);
  expect((await run('push', 'differing', '--images')).stdout).toBe(differs);
  // The store has them in a form of its own.
  expect(await dryRun()).toBe('The listing is up to date.\n');
  const { revision } = await readListing(app);
  expect((await run('push', 'differing', '--images')).stdout).toBe('The listing is up to date.\n');
  expect((await readListing(app)).revision).toBe(revision);

  await writeFileIn('differing', second, await picture('olive', { width: 400, height: 800 }));
  expect(await dryRun()).toBe('en-US phoneScreenshots: 2 pictures\n');
  await run('push', 'differing', '--images');
  // The order counts.
  await writeFileIn('differing', first, await picture('olive', { width: 400, height: 800 }));
  await writeFileIn('differing', second, await picture('teal', { width: 400, height: 800 }));
  expect(await dryRun()).toBe('en-US phoneScreenshots: 2 pictures\n');
  await run('push', 'differing', '--images');
  expect(await dryRun()).toBe('The listing is up to date.\n');
});

test('each listing push says what waits for approval, until it is decided', async () => {
  const app = await command.prepare();
  const { appId } = app;
  const admin = await server.admin();
  await admin.call('reviews.approve', { versionId: await app.submit() });
  const run = (...args: string[]) =>
    command.run(['listing', ...args, '--app', appId], { QUAYSIDE_TOKEN: app.token });
  await run('pull', 'waits');
  await writeFileIn('waits', 'en-US/title.txt', 'Sailor');
  await writeFileIn('waits', 'en-US/short_description.txt', 'Sails further');
  const waiting = 'Waiting for approval: en-US name.\n';
  expect((await run('push', 'waits')).stdout).toContain(`Live now: en-US summary.\n${waiting}`);
  expect((await run('push', 'waits')).stdout).toBe(`The listing is up to date.\n${waiting}`);
  expect((await run('push', 'waits', '--dry-run')).stdout).toBe(`The listing is up to date.\n${waiting}`);
  const json = JSON.parse((await run('push', 'waits', '--json')).stdout) as object;
  expect(json).toMatchObject({ live: [], waiting: [{ locale: 'en-US', field: 'name' }] });

  await writeFileIn('waits', 'en-US/short_description.txt', 'Sails further still');
  expect((await run('push', 'waits')).stdout).toContain(`Live now: en-US summary.\n${waiting}`);

  const decide = async () => {
    const { differences } = await admin.call('listings.getReview', { appId });
    return differences.map(({ locale, field, revision }) => ({ locale, field, revision }));
  };
  await admin.call('listings.reject', { appId, changes: await decide(), reason: 'Too short.' });
  expect((await run('push', 'waits')).stdout).toBe(
    'The listing is up to date.\nRejected: en-US name: Too short.\n',
  );
  await writeFileIn('waits', 'en-US/title.txt', 'Sailor’s friend');
  expect((await run('push', 'waits')).stdout).toContain(waiting);
  await admin.call('listings.approve', { appId, changes: await decide() });
  expect((await run('push', 'waits')).stdout).toBe('The listing is up to date.\n');
});

test('listing push of a live app publishes what it changes, and submit publishes drafts only when asked', async () => {
  const app = await command.prepare();
  const { owner, appId } = app;
  const env = { QUAYSIDE_TOKEN: app.token };
  const admin = await server.admin();
  await admin.call('reviews.approve', { versionId: await app.submit() });
  const metadata = join(command.directory, 'live');
  await command.run(['listing', 'pull', metadata, '--app', appId], env);
  const draft = async (changed: object) => {
    const { listings } = await owner.call('apps.getListing', { appId });
    const { texts, revision } = listings[0] ?? { texts: { name: '' }, revision: 0 };
    const listing = { ...texts, ...changed };
    await owner.call('apps.updateListing', { appId, locale: 'en-US', listing, revision });
  };
  const live = async () => (await owner.call('apps.getListing', { appId })).listings[0]?.publicTexts;

  await draft({ summary: 'Sails further', description: 'Half' });
  await writeFile(join(metadata, 'en-US/short_description.txt'), 'Sails further\n');
  await writeFile(join(metadata, 'en-US/title.txt'), 'Sailor\n');
  await rm(join(metadata, 'en-US/full_description.txt'));
  const pushed = await command.run(['listing', 'push', metadata, '--app', appId], env);
  expect(pushed.stdout).toContain('Live now: en-US summary.\nWaiting for approval: en-US name.\n');
  expect(await live()).toMatchObject({ name: app.name, summary: 'Sails further' });
  expect((await live())?.description).not.toBe('Half');

  const { id: versionId } = await app.upload('next');
  const submitted = await command.run(['submit', versionId], env);
  expect([submitted.exit, submitted.stderr]).toEqual([
    0,
    expect.stringContaining('1 change of the listing stays a draft. Add --publish-listing'),
  ]);
  expect((await live())?.description).not.toBe('Half');
  await owner.call('versions.withdraw', { versionId });
  expect(await command.run(['submit', versionId, '--publish-listing'], env)).toMatchObject({ exit: 0 });
  expect(await live()).toMatchObject({ description: 'Half' });
});

describe('tokens', () => {
  const calls = ['apps', '--json'];

  test('one that was revoked, has expired, was leaked or was never made exits with 3, and says so', async () => {
    const { owner, token, tokenId } = await command.prepare();
    const invalid = { exit: 3, stderr: expect.stringContaining('was revoked or never existed') };
    const { pool } = server.context;
    await owner.call('tokens.revoke', { tokenId });
    expect(await command.run(calls, { QUAYSIDE_TOKEN: token })).toMatchObject(invalid);

    const { secret: leaked } = await owner.call('tokens.create', { name: 'Leaked', scopes: ['read'] });
    await server.nobody.call('tokens.reportLeak', { token: leaked });
    expect(await command.run(calls, { QUAYSIDE_TOKEN: leaked })).toMatchObject(invalid);

    const { token: old, secret } = await owner.call('tokens.create', { name: 'Old', scopes: ['read'] });
    await pool.query(`UPDATE api_tokens SET expires_at = now() - interval '1 day' WHERE id = $1`, [old.id]);
    const expired = await command.run(calls, { QUAYSIDE_TOKEN: secret });
    expect([expired.exit, expired.stderr]).toEqual([3, expect.stringContaining('has expired')]);
    expect(JSON.parse(expired.stdout)).toMatchObject({ schema: 1, error: { code: 'unauthenticated' } });
    expect(await command.run(['doctor'], { QUAYSIDE_TOKEN: secret })).toMatchObject({ exit: 3 });
    const mistyped = { exit: 3, stderr: expect.stringContaining('its checksum is wrong') };
    expect(await command.run(calls, { QUAYSIDE_TOKEN: 'qs_wrong' })).toMatchObject(mistyped);
  });

  test('one without a scope exits with 3 and names the scope', async () => {
    const app = await command.prepare();
    const { secret } = await app.owner.call('tokens.create', { name: 'Read', scopes: ['read'] });
    const env = { QUAYSIDE_TOKEN: secret, GITHUB_ACTIONS: 'true' };
    const file = await command.write('scope.apk', app.build());
    const { exit, stdout, stderr } = await command.run(['publish', file], env);
    expect([exit, stdout, stderr]).toEqual([3, '', expect.stringContaining('lacks the scope upload')]);
    expect(stderr).toMatch(/^::error title=quayside publish::/m);
    expect((await command.run(['doctor'], env)).stdout).toContain('valid, with the scopes read');
  });
});

test('every command runs with the oldest Node', () => {
  const inGuide = guideCommands().flatMap((line) => /^npx \S+ (\w+)/.exec(line)?.[1] ?? []);
  // Those that the next test runs.
  const ran = new Set([...inGuide, 'completion', 'submit', 'logout', 'login']);
  expect([...ran].sort()).toEqual(Object.keys(COMMANDS).sort());
  expect(command.node).not.toBe(process.execPath);
});

test('the other commands run with the oldest Node, and without colours in a pipe or with NO_COLOR', async () => {
  const { token } = await command.prepare();
  const env = { QUAYSIDE_TOKEN: token };
  expect(await command.run(['completion', 'bash'], env)).toMatchObject({ exit: 0, stderr: '' });
  expect(await command.run(['submit', 'unknown'], env)).toMatchObject({ exit: 4 });
  expect(await command.run(['logout'], env)).toMatchObject({ exit: 0, stderr: '' });
  const login = command.start(['login', '--no-browser'], env);
  const [code] = await once(login.stderr ?? login, 'data');
  expect(String(code)).toContain('http');
  login.kill();
  await once(login, 'close');

  const file = await command.write('debuggable.apk', await readFixture('debuggable.apk'));
  const plain = await command.run(['inspect', file], env);
  expect([plain.exit, plain.stdout]).toEqual([1, expect.stringContaining('error The app can be debugged')]);
  expect(plain.stdout).not.toContain('\u001B');
  const inTerminal = async (variables: Record<string, string>) => {
    const line = `'${command.node}' '${command.program}' inspect ${file}`;
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      cwd: command.directory,
      env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...variables },
    });
    return (await awaitEnd(child)).stdout;
  };
  expect(await inTerminal({})).toContain('\u001B[1m\u001B[31merror');
  expect(await inTerminal({ NO_COLOR: '1' })).not.toContain('\u001B');
});

test('says what is wrong', async () => {
  const { token } = await command.prepare();
  const failing = createServer((_, response) => {
    response.writeHead(500, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: { status: 'INTERNAL', message: 'Something went wrong' } }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void failing.close());
  await once(failing, 'listening');
  const { port } = failing.address() as AddressInfo;
  const cases: [args: string[], exit: number, reason: string, env?: Record<string, string>][] = [
    [['publish'], 2, 'Give at least one file.'],
    [['publish', 'missing.apk'], 2, 'missing.apk can’t be read: the file doesn’t exist.'],
    [['publish', 'x.apk', '--wait=soon'], 2, '--wait takes a time such as 90s'],
    [
      ['publish', 'x.apk', '--wait', '999999h'],
      2,
      '--wait takes a time such as 90s, 30m or 2h, not "999999h"',
    ],
    [['publish', '--wait', 'x.apk'], 2, 'x.apk can’t be read'],
    [['publish', 'x.apk', '--rollout=0'], 2, '--rollout takes a whole number from 1 to 100'],
    [['release', 'undo', 'v'], 2, 'Give one of publish, rollout'],
    [['apps'], 2, 'Sign in with quayside login', { QUAYSIDE_TOKEN: '' }],
    [['login', 'a', 'b'], 2, 'Give at most one address.'],
    [['login', '--scopes=read,write'], 2, '--scopes takes read, upload'],
    [['publish', 'x.apk', '--provenance=missing.json'], 2, '--provenance missing.json can’t be read'],
    [['apps'], 2, 'Set QUAYSIDE_URL', { QUAYSIDE_URL: '' }],
    [['apps'], 2, 'begins with https://', { QUAYSIDE_URL: 'ftp://store.example' }],
    [['apps', 'org.example.app'], 2, 'takes only options, not "org.example.app"'],
    [['doctor', '--url', `${server.url}elsewhere/`], 2, 'Is it a store?'],
    [['apps', '--url', `${server.url}elsewhere/`], 2, 'Is it a store?'],
    [['apps'], 5, 'can’t be reached', { QUAYSIDE_URL: `http://127.0.0.1:${await findFreePort()}/` }],
    [['apps'], 5, 'Something went wrong', { QUAYSIDE_URL: `http://127.0.0.1:${port}/` }],
    [['status', 'unknown'], 4, 'doesn’t exist'],
  ];
  for (const [args, exit, reason, env] of cases) {
    const result = await command.run(args, { QUAYSIDE_TOKEN: token, ...env });
    expect(result).toEqual({ exit, stdout: '', stderr: expect.stringContaining(reason) });
  }
});
