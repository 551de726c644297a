import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { followVersion } from '#test/support/follow-version.ts';
import { waitUntil } from '#test/support/patience.ts';
import { approveSubmitted, awaitEnd, setUpCommand, waitForStatus } from '#test/support/quayside-command.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { startTestServer } from '#test/support/server.ts';
import { setUpServer } from '#test/support/set-up.ts';
import { createSigstore } from '#test/support/sigstore.ts';
import { startSlowNetwork } from '#test/support/slow-network.ts';

const PIECE_BYTES = 8 * 1024 ** 2;

let sigstore: Awaited<ReturnType<typeof createSigstore>>;
let directory: string;
const server = setUpServer(async () => {
  sigstore = await createSigstore();
  directory = await mkdtemp(join(tmpdir(), 'quayside-root-'));
  const root = join(directory, 'trusted_root.json');
  await writeFile(root, sigstore.trustedRoot);
  return startTestServer({ env: { SIGSTORE_TRUSTED_ROOT: root, WEBHOOKS_ALLOW_PRIVATE: 'true' } });
});
const command = setUpCommand(server);
afterAll(() => rm(directory, { recursive: true }));

test('publish continues after kill -9 and a cut network, waits for the approval, and succeeds again', async () => {
  const app = await command.prepare();
  const { name, applicationId } = app;
  const ballast = randomBytes(2 * PIECE_BYTES);
  const signer = makeIdentity('EC', { name });
  const parts = { from: 'plain', name, applicationId, versionName: '1.0', signer };
  const file = await command.write('large.apk', buildPackage({ ...parts, ballast }));
  await using network = await startSlowNetwork(server.url);
  const args = [
    'publish',
    file,
    '--notes',
    await command.write('notes.txt', Buffer.from('Faster.')),
    '--wait=5m',
  ];
  const env = { QUAYSIDE_URL: network.url, QUAYSIDE_TOKEN: app.token };

  const secondPiece = network.stopAfter(PIECE_BYTES + 1_000_000);
  const killed = command.start(args, env);
  await secondPiece;
  killed.kill('SIGKILL');
  await once(killed, 'close');
  network.recover();

  const before = network.sentBytes();
  const rest = network.stopAfter(1_000_000);
  const running = awaitEnd(command.start(args, env));
  await rest;
  network.cut();
  // The pauses before the sixth connection add up to more than ten seconds.
  await waitUntil('the command tried again', async () => network.rejected() > 5);
  network.recover();
  await waitForStatus(app, 'analysing', 'draft', 'submitted');
  await approveSubmitted(server, app);
  const result = await running;
  expect(result.exit).toBe(0);
  expect(result.stdout).toMatch(/^Version 1\.0 \(1\) is published\.\n {2}ID: [\da-f-]{36}\n$/);
  expect(result.stderr).not.toContain('\u001B');
  expect(network.sentBytes() - before).toBeLessThan(2 * PIECE_BYTES);

  const versionId = await waitForStatus(app, 'published');
  expect(result.stdout).toContain(versionId);
  const again = await command.run([...args, '--json'], env);
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

  const other = await command.write('other.apk', buildPackage({ ...parts, versionName: '1.5' }));
  const summary = join(command.directory, 'summary.md');
  const used = await command.run(['publish', other], {
    ...env,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
  });
  expect([used.exit, used.stdout]).toEqual([1, expect.stringContaining('1 was already used')]);
  expect(used.stdout).toMatch(/^::error file=other\.apk,title=The version isn’t newer.*\[version-code\]::/m);
  expect(await readFile(summary, 'utf8')).toContain('other.apk can’t be published.');
});

test('publish gives the reviewer notes, and credentials of a file or the environment', async () => {
  const app = await command.prepare();
  const { name, applicationId } = app;
  const signer = makeIdentity('EC', { name });
  const parts = { from: 'plain', name, applicationId, versionName: '1.0', signer };
  const file = await command.write('app.apk', buildPackage(parts));
  const env = { QUAYSIDE_URL: server.url, QUAYSIDE_TOKEN: app.token };
  const broken = await command.write('broken.json', Buffer.from('{"userName": "ada", "password": 7}'));
  const refused = await command.run(['publish', file, '--test-credentials', broken], env);
  expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining('isn’t JSON such as')]);
  const half = await command.run(['publish', file], { ...env, QUAYSIDE_TEST_PASSWORD: 'secret of ada' });
  expect([half.exit, half.stderr]).toEqual([2, expect.stringContaining('Set both')]);
  expect(half.stderr).not.toContain('secret of ada');

  const notes = await command.write('reviewer.txt', Buffer.from('Sign in first.'));
  const given = { ...env, QUAYSIDE_TEST_USERNAME: 'ada', QUAYSIDE_TEST_PASSWORD: 'secret of ada' };
  const result = await command.run(['publish', file, '--reviewer-notes', notes], given);
  expect(result.exit).toBe(0);
  expect(result.stdout + result.stderr).not.toContain('secret of ada');
  const versionId = await waitForStatus(app, 'submitted');
  const admin = await server.admin();
  const review = await admin.call('reviews.get', { versionId });
  expect(review).toMatchObject({ reviewerNotes: 'Sign in first.', testCredentials: 'given' });
  expect(await admin.call('reviews.getTestCredentials', { versionId })).toEqual({
    credentials: { userName: 'ada', password: 'secret of ada', instructions: '' },
  });
  await app.owner.call('versions.withdraw', { versionId });
  const account = { userName: 'bea', password: 'secret of bea', instructions: 'Tap Guest.' };
  const json = await command.write('account.json', Buffer.from(JSON.stringify(account)));
  const again = await command.run(['submit', versionId, '--test-credentials', json], env);
  expect(again.exit).toBe(0);
  expect((await admin.call('reviews.getTestCredentials', { versionId })).credentials).toEqual(account);
});

test('publish --create creates the app, and a rejection or an incomplete listing exits with 4', async () => {
  const app = await command.prepare();
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
  const debuggable = await command.write('debuggable.apk', readFixture('debuggable.apk'));
  for (const option of ['--dry-run', '--wait']) {
    const rejected = await command.run(['publish', debuggable, '--create', option], env);
    expect([rejected.exit, rejected.stdout]).toEqual([1, expect.stringContaining('[debuggable]')]);
  }
  const file = await command.write('new.apk', buildPackage(parts));
  expect(await command.run(['publish', file], env)).toMatchObject({ exit: 2, stdout: '' });
  const create = ['publish', file, '--app', parts.applicationId, '--create', '--category', 'tools'];
  expect(await command.run([...create, '--dry-run'], env)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('can be published as a new app'),
  });
  expect((await app.owner.call('apps.list', { scope: 'mine' })).apps).toHaveLength(1);
  const withoutCategory = await command.run(create.slice(0, 5), env);
  expect(withoutCategory).toMatchObject({ exit: 4, stderr: expect.stringContaining('Category') });
  const incomplete = await command.run(create, env);
  expect(incomplete.stderr).not.toContain('Category');
  expect(incomplete).toMatchObject({ exit: 4, stdout: '' });
  const created = await app.owner.call('apps.find', {
    platform: 'android',
    applicationId: parts.applicationId,
  });
  expect(incomplete.stderr).toContain(`${server.url}dashboard/apps/${created.app.id}?tab=listing#summary`);

  expect(await command.run(['publish', file, '--create', '--app', app.appId], env)).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining(app.applicationId),
  });

  const stranger = await command.write('stranger.apk', readFixture('plain.apk'));
  const later = await command.run(['publish', file, stranger, '--dry-run', '--json'], env);
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
  const running = command.run(['publish', file, '--wait'], env);
  const [submitted] = await waitUntil('it is submitted', async () => {
    const { versions } = await app.owner.call('apps.get', { appId: created.app.id });
    return versions.some(({ status }) => status === 'submitted') && versions;
  });
  const versionId = submitted?.id ?? '';
  const impatient = await command.run(['status', versionId, '--wait=1s'], env);
  expect(impatient).toMatchObject({
    exit: 5,
    stderr: expect.stringContaining('still is waiting for review'),
  });
  expect(impatient.stderr).toContain('Version 1.0 (1), ID');
  const repeated = await command.run([...create, '--rollout=20', '--category', 'games'], env);
  expect(repeated.exit).toBe(0);
  expect(repeated.stderr).toContain('Not applied, because the version was submitted before: --rollout');
  const admin = await server.admin();
  await admin.call('reviews.reject', { versionId, reasons: ['broken'], reason: 'It crashes.' });
  const rejected = await running;
  expect(rejected).toMatchObject({ exit: 4, stdout: expect.stringContaining('It crashes.') });
  expect(rejected.stderr).not.toContain('It crashes.');
});

test('publish --create refuses a name in the package that nobody could enter, also in a dry run', async () => {
  const { owner, token } = await command.prepare();
  const applicationId = 'org.example.oddname';
  const signer = makeIdentity('EC', { name: 'Harbour' });
  const odd = buildPackage({ from: 'plain', name: 'Ha\nbour', applicationId, versionName: '1.0', signer });
  const file = await command.write('odd.apk', odd);
  for (const option of ['--dry-run', '--wait']) {
    expect(await command.run(['publish', file, '--create', option], { QUAYSIDE_TOKEN: token })).toMatchObject(
      {
        exit: 2,
        stderr: expect.stringContaining(
          'The name in the package can’t be the app’s: Remove line breaks, and characters that are invisible',
        ),
      },
    );
  }
  expect((await owner.call('apps.list', { scope: 'mine' })).apps).toHaveLength(1);
});

test('two jobs that create the same app and publish the same file at once both end well', async () => {
  const app = await command.prepare();
  const { name } = app;
  const applicationId = `org.example.${'t'.repeat(7)}`;
  const signer = makeIdentity('EC', { name });
  const parts = { from: 'plain', name, applicationId, versionName: '1.0', signer };
  const ballast = randomBytes(PIECE_BYTES);
  const file = await command.write('twice.apk', buildPackage({ ...parts, ballast }));
  const metadata = join(command.directory, 'twice');
  await mkdir(join(metadata, 'en-US'), { recursive: true });
  await writeFile(join(metadata, 'en-US/short_description.txt'), 'Shows the tides');
  await writeFile(join(metadata, 'en-US/full_description.txt'), 'Of every harbour.');
  const args = ['publish', file, '--create', '--category=tools', '--metadata', metadata, '--json'];
  const env = { QUAYSIDE_TOKEN: app.token };
  const both = await Promise.all([command.run(args, env), command.run(args, env)]);
  expect(both.map(({ exit, stderr }) => (exit === 0 ? '' : stderr))).toEqual(['', '']);
  const [one, other] = both.map(({ stdout }) => JSON.parse(stdout).files[0].version);
  expect(one).toMatchObject({ id: other.id, status: 'submitted' });
  const found = await app.owner.call('apps.find', { platform: 'android', applicationId });
  const { details, versions } = await app.owner.call('apps.get', { appId: found.app.id });
  expect([details.category, versions.length]).toEqual(['tools', 1]);
});

test('publish --provenance attaches a bundle, and says what is wrong with one', async () => {
  const app = await command.prepare();
  const bytes = app.build();
  const file = await command.write('attested.apk', bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const run = async (bundle: string) => {
    await writeFile(join(command.directory, 'bundle.json'), bundle);
    return command.run(['publish', file, '--provenance', 'bundle.json', '--json'], {
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
  const kept = 'Not applied, because the version was submitted before: --provenance';
  const [first, second] = [await run(bundle), await run(bundle)];
  expect([first.stderr, second.stderr]).toEqual([
    expect.not.stringContaining(kept),
    expect.stringContaining(kept),
  ]);
  for (const again of [first, second]) {
    expect(again.exit).toBe(0);
    expect(JSON.parse(again.stdout).files[0].version).toMatchObject({
      status: 'submitted',
      provenance: { repository: 'https://github.com/example/harbour' },
    });
  }
  const several = await command.run(['publish', file, file, '--provenance', 'none'], {
    QUAYSIDE_TOKEN: app.token,
  });
  expect(several).toMatchObject({ exit: 2, stderr: expect.stringContaining('for one package') });
});

test('status --wait reports the same statuses as call, event stream and webhook', async () => {
  const app = await command.prepare();
  const { appId, token, owner } = app;
  await using receiver = await startReceiver();
  await owner.call('webhooks.create', { appId, url: receiver.url });
  const versionId = await app.submit();
  const waiting = command.start(['status', '--app', app.applicationId, '--wait=10m'], {
    QUAYSIDE_TOKEN: token,
  });
  const exited = once(waiting, 'exit');
  const admin = await server.admin();
  await using followed = await followVersion(
    { url: server.url, token, versionId, appId, receiver, command: waiting },
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

test('publish says why the store rejects a blocked certificate, and exits with 1', async () => {
  const app = await command.prepare();
  const { signature } = await app.upload();
  const admin = await server.admin();
  await admin.call('stops.apply', {
    by: 'certificate',
    value: signature?.signers[0] ?? '',
    reason: 'The key was stolen in March.',
    kind: 'security',
    reviewAt: '2040-01-31T00:00:00Z',
  });
  const file = await command.write('blocked.apk', app.build('next'));
  const result = await command.run(['publish', file], { QUAYSIDE_TOKEN: app.token });
  expect(result.exit).toBe(1);
  expect(result.stdout).toContain('The store refuses this package');
  expect(result.stdout).toContain('is blocked: The key was stolen in March.');
  const json = await command.run(['publish', file, '--json'], { QUAYSIDE_TOKEN: app.token });
  expect(json.exit).toBe(1);
  const { files } = JSON.parse(json.stdout);
  expect(files[0].version.findings).toContainEqual(
    expect.objectContaining({
      rule: 'blocked',
      severity: 'error',
      evidence: expect.stringContaining('The key was stolen in March.'),
    }),
  );
});
