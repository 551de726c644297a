import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { IssuerKeys, issuerKeys } from '#server/identity/trusted-publishers/issuer-keys.ts';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { guideCommands } from '#test/support/documented-commands.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { followVersion } from '#test/support/follow-version.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { type Issuer, type Issuers, startIssuers } from '#test/support/issuer.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import { PATIENCE_MS, waitUntil } from '#test/support/patience.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { startTestServer } from '#test/support/server.ts';
import { setUpServer } from '#test/support/set-up.ts';
import { createSigstore } from '#test/support/sigstore.ts';
import { startSlowNetwork } from '#test/support/slow-network.ts';

const PIECE_BYTES = 8 * 1024 ** 2;

let issuers: Issuers;
let github: Issuer;
let sigstore: Awaited<ReturnType<typeof createSigstore>>;
let directory: string;
const server = setUpServer(async () => {
  [issuers, sigstore] = await Promise.all([startIssuers(), createSigstore()]);
  github = await issuers.add('github');
  directory = await mkdtemp(join(tmpdir(), 'quayside-command-'));
  const root = join(directory, 'trusted_root.json');
  await writeFile(root, sigstore.trustedRoot);
  const started = await startTestServer({
    env: {
      OIDC_PRIVATE_ISSUERS: issuers.origin,
      SIGSTORE_TRUSTED_ROOT: root,
      WEBHOOKS_ALLOW_PRIVATE: 'true',
    },
  });
  const keys = new IssuerKeys({ timeoutMs: PATIENCE_MS, pauseMs: PATIENCE_MS });
  started.context.services.replace(issuerKeys, keys);
  return started;
});
let program: string;
let version: string;

beforeAll(async () => {
  // As a build server without access to a package registry installs it.
  const { stdout } = await promisify(execFile)('npx', ['--yes', `${server.url}cli.tgz`, '--version'], {
    cwd: directory,
    env: npmEnv(),
  });
  version = stdout.trim();
  [program = ''] = globSync(join(directory, '_npx/*/node_modules/quayside-cli/dist/bin/quayside.js'));
});
afterAll(async () => {
  await issuers[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

function npmEnv() {
  return {
    PATH: process.env['PATH'],
    HOME: directory,
    npm_config_cache: directory,
    npm_config_globalconfig: join(directory, 'none'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  };
}

interface AppWithToken extends OwnApp {
  readonly token: string;
  readonly tokenId: string;
}

/** Creates an app, and a token of its owner with every scope for publishing. */
async function prepare(): Promise<AppWithToken> {
  const app = await createOwnApp(server);
  const created = await app.owner.call('tokens.create', {
    name: 'CI',
    scopes: ['read', 'upload', 'listing', 'submit', 'release'],
  });
  return { ...app, token: created.secret, tokenId: created.token.id };
}

interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    cwd: directory,
    env: { HOME: directory, QUAYSIDE_URL: server.url, ...env },
  });
}

async function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr?.on('data', (bytes) => {
    stderr += bytes;
  });
  const [exit] = await once(child, 'close');
  return { exit, stdout, stderr };
}

const quayside = (args: readonly string[], env: Readonly<Record<string, string>>) => ended(start(args, env));

async function writeApk(name: string, bytes: Uint8Array): Promise<string> {
  await writeFile(join(directory, name), bytes);
  return name;
}

async function approve(versionId: string): Promise<void> {
  await (await server.admin()).call('reviews.approve', { versionId });
}

/** Waits until a version of the app has one of the statuses, and returns its id. */
async function waitForStatus({ owner, appId }: OwnApp, ...statuses: string[]): Promise<string> {
  return waitUntil(`a version is ${statuses.join(' or ')}`, async () => {
    const { versions } = await owner.call('apps.get', { appId });
    return versions.find(({ status }) => statuses.includes(status))?.id;
  });
}

describe('the package', () => {
  test('runs with npx without a package registry, and has a checksum and an entity tag', async () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
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

  test('is small', async () => {
    const response = await fetch(`${server.url}cli.tgz`);
    expect(Number((await response.arrayBuffer()).byteLength)).toBeLessThan(250_000);
  });
});

test('publish continues after kill -9 and a cut network, waits for the approval, and succeeds again', async () => {
  const app = await prepare();
  const { name, applicationId } = app;
  const ballast = randomBytes(2 * PIECE_BYTES);
  const signer = makeIdentity('EC', { name });
  const parts = { from: 'plain', name, applicationId, versionName: '1.0', signer };
  const file = await writeApk('large.apk', buildPackage({ ...parts, ballast }));
  await using network = await startSlowNetwork(server.url);
  const args = ['publish', file, '--notes', await writeApk('notes.txt', Buffer.from('Faster.')), '--wait=5m'];
  const env = { QUAYSIDE_URL: network.url, QUAYSIDE_TOKEN: app.token };

  const secondPiece = network.stopAfter(PIECE_BYTES + 1_000_000);
  const killed = start(args, env);
  await secondPiece;
  killed.kill('SIGKILL');
  await once(killed, 'close');
  network.recover();

  const before = network.sentBytes();
  const rest = network.stopAfter(1_000_000);
  const running = ended(start(args, env));
  await rest;
  network.cut();
  // The pauses before the sixth connection add up to more than ten seconds.
  await waitUntil('the command tried again', async () => network.rejected() > 5);
  network.recover();
  await waitForStatus(app, 'analysing', 'draft', 'submitted');
  await approve(await waitForStatus(app, 'submitted'));
  const result = await running;
  expect(result.exit).toBe(0);
  expect(result.stdout).toMatch(/^Version 1\.0 \(1\) is published\.\n {2}ID: [\da-f-]{36}\n$/);
  expect(result.stderr).not.toContain('\u001B');
  expect(network.sentBytes() - before).toBeLessThan(2 * PIECE_BYTES);

  const versionId = await waitForStatus(app, 'published');
  expect(result.stdout).toContain(versionId);
  const again = await quayside([...args, '--json'], env);
  expect(again.exit).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({
    schema: 1,
    command: 'publish',
    files: [{ version: { id: versionId, releaseNotes: { 'en-US': 'Faster.' } } }],
  });
  await waitUntil('it is in the feed', async () => {
    const index = await fetch(`${server.url}fdroid/repo/index-v2.json`);
    return index.ok && (await index.text()).includes(applicationId);
  });

  const other = await writeApk('other.apk', buildPackage({ ...parts, versionName: '1.5' }));
  const summary = join(directory, 'summary.md');
  const used = await quayside(['publish', other], {
    ...env,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
  });
  expect([used.exit, used.stdout]).toEqual([1, expect.stringContaining('1 was already used')]);
  expect(used.stdout).toMatch(/^::error file=other\.apk,title=The version isn’t newer.*\[version-code\]::/m);
  expect(await readFile(summary, 'utf8')).toContain('other.apk can’t be published.');
});

test('status --wait reports the same statuses as call, event stream and webhook', async () => {
  const app = await prepare();
  const { appId, token, owner } = app;
  await using receiver = await startReceiver();
  await owner.call('webhooks.create', { appId, url: receiver.url });
  const versionId = await app.submit();
  const command = start(['status', '--app', app.applicationId, '--wait=10m'], { QUAYSIDE_TOKEN: token });
  const exited = once(command, 'exit');
  const admin = await server.admin();
  await using followed = await followVersion(
    { url: server.url, token, versionId, appId, receiver, command },
    admin,
  );
  await admin.call('reviews.claim', { versionId });
  await followed.until('in_review');
  await admin.call('reviews.reject', { versionId, reason: 'It crashes.', reasons: ['broken'] });
  await followed.until('rejected');
  for (const reports of Object.values(followed.reports))
    expect(reports.map(({ status }) => status)).toEqual(['in_review', 'rejected']);
  expect(await exited).toEqual([4, null]);
});

describe('a job of a build service', () => {
  const WORKFLOW = '.github/workflows/publish.yml';
  const claims = (aud = server.context.config.publicUrl) => {
    const now = Math.floor(Date.now() / 1000);
    return {
      aud,
      sub: 'repo:octo-org/app',
      jti: randomUUID(),
      iat: now,
      exp: now + 3600,
      repository: 'octo-org/app',
      repository_id: '74',
      repository_owner_id: '65',
      workflow_ref: `octo-org/app/${WORKFLOW}@refs/tags/v1`,
      sha: 'ad1f2e',
    };
  };
  const jobOf = ({ appId }: OwnApp) => ({
    QUAYSIDE_APP: appId,
    GITHUB_ACTIONS: 'true',
    ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}/id-token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job',
  });

  /** Lets the workflow that \`init\` writes publish an app. */
  async function trust({ owner, appId }: OwnApp): Promise<void> {
    github.jobClaims = claims;
    const admin = await server.admin();
    const trustedIssuers = [{ url: github.url, kind: 'github' as const }];
    await admin.call('settings.update', { settings: { trustedIssuers } });
    await owner.call('trustedPublishers.add', {
      appId,
      issuer: github.url,
      source: {
        kind: 'github',
        repository: 'octo-org/app',
        repositoryId: null,
        ownerId: null,
        workflow: WORKFLOW,
        environment: null,
      },
      scopes: ['read', 'upload', 'submit'],
    });
  }

  test('publishes by the workflow of init in a clean folder, without a token', async () => {
    const app = await prepare();
    const clean = await mkdtemp(join(directory, 'clean-'));
    await mkdir(join(clean, '.git'));
    await writeFile(
      join(clean, '.git/config'),
      '[remote "origin"]\n\turl = git@github.com:octo-org/app.git\n',
    );
    const env = { ...npmEnv(), QUAYSIDE_URL: server.url, QUAYSIDE_TOKEN: app.token };
    const written = spawn(process.execPath, [program, 'init', '--app', app.appId], { cwd: clean, env });
    expect((await ended(written)).stdout).toMatch(/repository +octo-org\/app\n +workflow +\.github/);
    const workflow = await readFile(join(clean, WORKFLOW), 'utf8');
    expect(workflow).toContain('id-token: write');
    expect(workflow).not.toContain('QUAYSIDE_TOKEN');
    // An action of GitHub makes the provenance.
    const [, command = '', wait = ''] = /run: (npx .+) --provenance \S+( --wait)/.exec(workflow) ?? [];
    const [, url = ''] = /QUAYSIDE_URL: (.+)/.exec(workflow) ?? [];

    await trust(app);
    await writeFile(join(clean, 'app.apk'), app.build());
    const job = spawn('/bin/sh', ['-c', command + wait], {
      cwd: clean,
      env: { ...npmEnv(), ...jobOf(app), QUAYSIDE_URL: url },
    });
    const running = ended(job);
    const versionId = await waitForStatus(app, 'submitted');
    await approve(versionId);
    expect(await running).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^Version 1\.0 \(1\) is published\.\n/),
    });
    const { version: published } = await app.owner.call('versions.get', { versionId });
    expect(published.build).toMatchObject({ repository: 'octo-org/app', commit: 'ad1f2e' });
    await waitUntil('it is in the feed', async () => {
      const index = await fetch(`${server.url}fdroid/repo/index-v2.json`);
      return index.ok && (await index.text()).includes(app.applicationId);
    });
  });

  test('exchanges another ID token when its token expires in the middle of an upload', async () => {
    const app = await prepare();
    await trust(app);
    await using network = await startSlowNetwork(server.url);
    // The network has another address than the store.
    github.jobClaims = () => claims();
    const { name, applicationId } = app;
    const signer = makeIdentity('EC', { name });
    const parts = { from: 'plain', name, applicationId, versionName: '1.0', signer };
    const file = await writeApk('job.apk', buildPackage({ ...parts, ballast: randomBytes(2_000_000) }));
    const middle = network.stopAfter(1_000_000);
    const running = quayside(['publish', file], { ...jobOf(app), QUAYSIDE_URL: network.url });
    await middle;
    const { rowCount } = await server.context.pool.query(
      `UPDATE build_tokens SET expires_at = now() WHERE trusted_publisher_id IN
         (SELECT id FROM trusted_publishers WHERE app_id = $1)`,
      [app.appId],
    );
    expect(rowCount).toBe(1);
    network.cut();
    await waitUntil('the command tried again', async () => network.rejected() > 0);
    network.recover();
    expect(await running).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^Version 1\.0 \(1\) is waiting for review\.\n/),
    });
  });

  test('uses each ID token of a list once, and says what is missing', async () => {
    const app = await prepare();
    const job = jobOf(app);
    expect(await quayside(['doctor'], job)).toMatchObject({
      exit: 3,
      stderr: expect.stringMatching(/trust the issuer|dashboard\/apps\/.+\?tab=settings/),
    });
    await trust(app);
    expect((await quayside(['doctor'], job)).stdout).toContain('Identity: this job of GitHub Actions');
    expect(await quayside(['doctor'], { ...job, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' })).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('id-token: write'),
    });

    const first = {
      QUAYSIDE_APP: app.appId,
      GITLAB_CI: 'true',
      QUAYSIDE_ID_TOKEN: await github.sign(claims()),
    };
    expect(await quayside(['doctor'], first)).toMatchObject({ exit: 0, stderr: '' });
    expect(await quayside(['doctor'], first)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('QUAYSIDE_ID_TOKEN_2'),
    });
    const second = { ...first, QUAYSIDE_ID_TOKEN_2: await github.sign(claims()) };
    expect(await quayside(['doctor'], second)).toMatchObject({ exit: 0, stderr: '' });
    const elsewhere = { ...first, QUAYSIDE_ID_TOKEN: await github.sign(claims('https://other.example/')) };
    expect(await quayside(['doctor'], elsewhere)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('set QUAYSIDE_URL to the public address'),
    });
    const other = {
      ...first,
      QUAYSIDE_ID_TOKEN: await github.sign({ ...claims(), repository: 'octo-org/other' }),
    };
    expect(await quayside(['doctor'], other)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('An owner of the app adds this job to its trusted publishers'),
    });
  });

  test('without permission, variable or app gets an error that says what to add', async () => {
    const job = { ...jobOf(await prepare()), ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' };
    const cases: [env: Record<string, string>, exit: number, reason: string][] = [
      [job, 3, 'permissions: id-token: write'],
      [{ GITLAB_CI: 'true' }, 3, 'Add QUAYSIDE_ID_TOKEN with "aud: '],
      [{ QUAYSIDE_ID_TOKEN: 'x' }, 2, 'set QUAYSIDE_APP'],
      [{ QUAYSIDE_ID_TOKEN: 'x', QUAYSIDE_APP: 'org.example.app' }, 2, 'the ID in the address of its page'],
    ];
    for (const [env, exit, reason] of cases) {
      expect(await quayside(['apps'], env)).toMatchObject({ exit, stderr: expect.stringContaining(reason) });
    }
  });
});

test('publish --provenance attaches a bundle, and says what is wrong with one', async () => {
  const app = await prepare();
  const bytes = app.build();
  const file = await writeApk('attested.apk', bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const run = async (bundle: string) => {
    await writeFile(join(directory, 'bundle.json'), bundle);
    return quayside(['publish', file, '--provenance', 'bundle.json', '--json'], {
      QUAYSIDE_TOKEN: app.token,
    });
  };
  const ofOther = await run(JSON.stringify(await sigstore.attest({ sha256: 'd'.repeat(64) })));
  expect(ofOther).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining('bundle.json can’t be attached.'),
  });
  expect(JSON.parse(ofOther.stdout).error.details).toMatchObject({ reason: 'bundle-digest' });
  const bundle = JSON.stringify(await sigstore.attest({ sha256 }));
  // What was submitted with it keeps it.
  for (const again of [await run(bundle), await run(bundle)]) {
    expect(again.exit).toBe(0);
    expect(JSON.parse(again.stdout).files[0].version).toMatchObject({
      status: 'submitted',
      provenance: { repository: 'https://github.com/example/harbour' },
    });
  }
  const several = await quayside(['publish', file, file, '--provenance', 'none'], {
    QUAYSIDE_TOKEN: app.token,
  });
  expect(several).toMatchObject({ exit: 2, stderr: expect.stringContaining('for one package') });
});

test('every command of the developer guide runs as it is shown there', async () => {
  const app = await prepare();
  const commands = guideCommands()
    .filter((command) => command.startsWith('npx '))
    .map((command) => command.replaceAll('org.example.app', app.applicationId));
  await writeApk('app.apk', app.build());
  await writeApk('next.apk', app.build('next'));
  await writeApk('notes.txt', Buffer.from('Slower.'));
  // A stand-in for npx, which would install the same package each time.
  const npx = `#!/bin/sh\nshift\nexec '${process.execPath}' '${program}' "$@"\n`;
  await writeFile(join(directory, 'npx'), npx, { mode: 0o755 });

  const texts: string[] = [];
  for (const command of commands) {
    const { versions } = await app.owner.call('apps.get', { appId: app.appId });
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: directory,
      env: {
        PATH: directory,
        QUAYSIDE_URL: server.url,
        QUAYSIDE_TOKEN: app.token,
        VERSION_ID: versions[0]?.id ?? '',
        EARLIER_VERSION_ID: versions[1]?.id ?? '',
      },
    });
    const running = ended(child);
    if (command.includes(' publish app.apk')) await approve(await waitForStatus(app, 'submitted'));
    const { exit, stdout } = await running;
    expect([command, exit]).toEqual([command, 0]);
    if (command.includes(' publish next.apk --notes')) await approve(await waitForStatus(app, 'submitted'));
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
  const workflow = await readFile(join(directory, '.github/workflows/publish.yml'), 'utf8');
  expect(workflow).toContain(`publish app.apk --app ${app.appId} --provenance provenance.json --wait\n`);
  const again = await quayside(['init', '--app', app.appId], { QUAYSIDE_TOKEN: app.token });
  expect(again).toMatchObject({ exit: 2, stderr: expect.stringContaining('exists already') });
});

test('listing pull and push bring a folder and the store to the same state, and name files that can’t be used', async () => {
  const app = await prepare();
  const env = { QUAYSIDE_TOKEN: app.token };
  const run = (...args: string[]) => quayside(['listing', ...args, '--app', app.appId], env);
  expect((await run('pull', 'meta', '--dry-run')).stdout).toContain('en-US/title.txt\n');
  expect(await run('pull', 'meta')).toMatchObject({ exit: 0, stderr: '' });
  const upToDate = { exit: 0, stdout: 'The listing is up to date.\n', stderr: '' };
  expect(await run('push', 'meta', '--images')).toEqual(upToDate);

  const locale = join(directory, 'meta/en-US');
  await writeFile(join(locale, 'short_description.txt'), 'Sails further\n');
  await mkdir(join(locale, 'images/phoneScreenshots'), { recursive: true });
  for (const [name, background] of [
    ['1.png', 'teal'],
    ['2.png', 'navy'],
  ] as const) {
    const picture = sharp({ create: { width: 400, height: 800, channels: 3, background } }).png();
    await writeFile(join(locale, 'images/phoneScreenshots', name), await picture.toBuffer());
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
  expect((await run('push', 'meta')).stdout).toBe(
    'Not kept: en-US/changelogs/1.txt and 1 more: Only the release notes of the 20 highest version codes are kept.\n',
  );

  await writeFile(join(locale, 'short_description.txt'), 'x'.repeat(81));
  expect(await run('push', 'meta')).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining('en-US/short_description.txt: Use at most 80 characters.'),
  });
});

test('publish --create creates the app, and a rejection or an incomplete listing exits with 4', async () => {
  const app = await prepare();
  const env = { QUAYSIDE_TOKEN: app.token };
  const id = 'k'.repeat(7);
  const signer = makeIdentity('EC', { name: app.name });
  const parts = {
    from: 'plain',
    name: app.name,
    applicationId: `org.example.${id}`,
    versionName: '1.0',
    signer,
  };
  const debuggable = await writeApk('debuggable.apk', readFixture('debuggable.apk'));
  for (const option of ['--dry-run', '--wait']) {
    const rejected = await quayside(['publish', debuggable, '--create', option], env);
    expect([rejected.exit, rejected.stdout]).toEqual([1, expect.stringContaining('[debuggable]')]);
  }
  const file = await writeApk('new.apk', buildPackage(parts));
  expect(await quayside(['publish', file], env)).toMatchObject({ exit: 2, stdout: '' });
  const create = ['publish', file, '--app', parts.applicationId, '--create', '--category', 'tools'];
  expect(await quayside([...create, '--dry-run'], env)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('can be published as a new app'),
  });
  expect((await app.owner.call('apps.list', { scope: 'mine' })).apps).toHaveLength(1);
  const incomplete = await quayside(create, env);
  expect(incomplete.stderr).not.toContain('Category');
  expect(incomplete).toMatchObject({ exit: 4, stdout: '' });
  const created = await app.owner.call('apps.find', {
    platform: 'android',
    applicationId: parts.applicationId,
  });
  expect(incomplete.stderr).toContain(`${server.url}dashboard/apps/${created.app.id}?tab=listing#summary`);

  expect(await quayside(['publish', file, '--create', '--app', app.appId], env)).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining(app.applicationId),
  });

  const stranger = await writeApk('stranger.apk', readFixture('plain.apk'));
  const later = await quayside(['publish', file, stranger, '--dry-run', '--json'], env);
  expect([later.exit, JSON.parse(later.stdout)]).toEqual([
    2,
    expect.objectContaining({
      files: [
        expect.objectContaining({ file, appId: created.app.id }),
        { file: stranger, error: expect.objectContaining({ code: 'usage' }) },
      ],
    }),
  ]);

  await server.completeListing(created.app.id);
  const running = quayside(['publish', file, '--wait'], env);
  const [submitted] = await waitUntil('it is submitted', async () => {
    const { versions } = await app.owner.call('apps.get', { appId: created.app.id });
    return versions.some(({ status }) => status === 'submitted') && versions;
  });
  const versionId = submitted?.id ?? '';
  const impatient = await quayside(['status', versionId, '--wait=1s'], env);
  expect(impatient).toMatchObject({
    exit: 5,
    stderr: expect.stringContaining('still is waiting for review'),
  });
  const admin = await server.admin();
  await admin.call('reviews.reject', { versionId, reasons: ['broken'], reason: 'It crashes.' });
  expect(await running).toMatchObject({ exit: 4, stdout: expect.stringContaining('It crashes.') });
});

describe('tokens', () => {
  const calls = ['apps', '--json'];

  test('one that was revoked, has expired, was leaked or was never made exits with 3, and says so', async () => {
    const { owner, token, tokenId } = await prepare();
    const invalid = { exit: 3, stderr: expect.stringContaining('was revoked or never existed') };
    const { pool } = server.context;
    await owner.call('tokens.revoke', { tokenId });
    expect(await quayside(calls, { QUAYSIDE_TOKEN: token })).toMatchObject(invalid);

    const { secret: leaked } = await owner.call('tokens.create', { name: 'Leaked', scopes: ['read'] });
    await server.nobody.call('tokens.reportLeak', { token: leaked });
    expect(await quayside(calls, { QUAYSIDE_TOKEN: leaked })).toMatchObject(invalid);

    const { token: old, secret } = await owner.call('tokens.create', { name: 'Old', scopes: ['read'] });
    await pool.query(`UPDATE api_tokens SET expires_at = now() - interval '1 day' WHERE id = $1`, [old.id]);
    const expired = await quayside(calls, { QUAYSIDE_TOKEN: secret });
    expect([expired.exit, expired.stderr]).toEqual([3, expect.stringContaining('has expired')]);
    expect(JSON.parse(expired.stdout)).toMatchObject({ schema: 1, error: { code: 'unauthenticated' } });
    expect(await quayside(['doctor'], { QUAYSIDE_TOKEN: secret })).toMatchObject({ exit: 3 });
    const mistyped = { exit: 3, stderr: expect.stringContaining('its checksum is wrong') };
    expect(await quayside(calls, { QUAYSIDE_TOKEN: 'qs_wrong' })).toMatchObject(mistyped);
  });

  test('one without a scope exits with 3 and names the scope', async () => {
    const app = await prepare();
    const { secret } = await app.owner.call('tokens.create', { name: 'Read', scopes: ['read'] });
    const env = { QUAYSIDE_TOKEN: secret, GITHUB_ACTIONS: 'true' };
    const file = await writeApk('scope.apk', app.build());
    const { exit, stdout } = await quayside(['publish', file], env);
    expect([exit, stdout]).toEqual([3, expect.stringContaining('lacks the scope upload')]);
    expect(stdout).toMatch(/^::error title=quayside publish::/);
    expect((await quayside(['doctor'], env)).stdout).toContain('valid, with the scopes read');
  });
});

test('says what is wrong', async () => {
  const { token } = await prepare();
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
    [['publish', 'x.apk', '--rollout=0'], 2, '--rollout takes a whole number from 1 to 100'],
    [['release', 'undo', 'v'], 2, 'Give one of publish, rollout'],
    [['apps'], 2, 'Sign in with quayside login', { QUAYSIDE_TOKEN: '' }],
    [['login', 'a', 'b'], 2, 'Give at most one address.'],
    [['login', '--scopes=read,write'], 2, '--scopes takes read, upload'],
    [['publish', 'x.apk', '--provenance=missing.json'], 2, '--provenance missing.json can’t be read'],
    [['apps'], 2, 'Set QUAYSIDE_URL', { QUAYSIDE_URL: '' }],
    [['apps'], 2, 'begins with https://', { QUAYSIDE_URL: 'ftp://store.example' }],
    [['apps', 'org.example.app'], 2, 'takes only options, not "org.example.app"'],
    [['publish', 'x.apk', '--category=tools'], 2, '--category is for a new app'],
    [['doctor', '--url', `${server.url}elsewhere/`], 2, 'Is it a store?'],
    [['apps', '--url', `${server.url}elsewhere/`], 2, 'Is it a store?'],
    [['apps'], 5, 'can’t be reached', { QUAYSIDE_URL: `http://127.0.0.1:${await findFreePort()}/` }],
    [['apps'], 5, 'Something went wrong', { QUAYSIDE_URL: `http://127.0.0.1:${port}/` }],
    [['status', 'unknown'], 4, 'doesn’t exist'],
  ];
  for (const [args, exit, reason, env] of cases) {
    const result = await quayside(args, { QUAYSIDE_TOKEN: token, ...env });
    expect(result).toEqual({ exit, stdout: '', stderr: expect.stringContaining(reason) });
  }
});
