import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { IssuerKeys, issuerKeys } from '#server/identity/trusted-publishers/issuer-keys.ts';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { type Issuer, type Issuers, startIssuers } from '#test/support/issuer.ts';
import type { OwnApp } from '#test/support/own-app.ts';
import { PATIENCE_MS, waitUntil } from '#test/support/patience.ts';
import { approveSubmitted, awaitEnd, offlineNpm, setUpCommand } from '#test/support/quayside-command.ts';
import { startTestServer } from '#test/support/server.ts';
import { setUpServer } from '#test/support/set-up.ts';
import { startSlowNetwork } from '#test/support/slow-network.ts';

let issuers: Issuers;
let github: Issuer;
const server = setUpServer(async () => {
  issuers = await startIssuers();
  github = await issuers.add('github');
  const started = await startTestServer({ env: { OIDC_PRIVATE_ISSUERS: issuers.origin } });
  const keys = new IssuerKeys({ timeoutMs: PATIENCE_MS, pauseMs: PATIENCE_MS });
  started.context.services.replace(issuerKeys, keys);
  return started;
});
const command = setUpCommand(server);
afterAll(() => issuers[Symbol.asyncDispose]());

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
    const app = await command.prepare();
    const clean = await mkdtemp(join(command.directory, 'clean-'));
    await mkdir(join(clean, '.git'));
    await writeFile(
      join(clean, '.git/config'),
      '[remote "origin"]\n\turl = git@github.com:octo-org/app.git\n',
    );
    const env = { ...offlineNpm(command.directory), QUAYSIDE_URL: server.url, QUAYSIDE_TOKEN: app.token };
    const written = spawn(command.node, [command.program, 'init', '--app', app.appId], {
      cwd: clean,
      env,
    });
    expect((await awaitEnd(written)).stdout).toMatch(/repository +octo-org\/app\n +workflow +\.github/);
    const workflow = await readFile(join(clean, WORKFLOW), 'utf8');
    expect(workflow).toContain('id-token: write');
    expect(workflow).not.toContain('QUAYSIDE_TOKEN');
    // An action of GitHub makes the provenance.
    const [, publish = '', wait = ''] = /run: (npx .+) --provenance \S+( --wait)/.exec(workflow) ?? [];
    const [, url = ''] = /QUAYSIDE_URL: (.+)/.exec(workflow) ?? [];

    await trust(app);
    await writeFile(join(clean, 'app.apk'), app.build());
    const job = spawn('/bin/sh', ['-c', publish + wait], {
      cwd: clean,
      env: { ...offlineNpm(command.directory), ...jobOf(app), QUAYSIDE_URL: url },
    });
    const running = awaitEnd(job);
    const versionId = await approveSubmitted(server, app);
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
    const app = await command.prepare();
    await trust(app);
    await using network = await startSlowNetwork(server.url);
    // The network has another address than the store.
    github.jobClaims = () => claims();
    const { name, applicationId } = app;
    const signer = makeIdentity('EC', { name });
    const parts = { from: 'plain', name, applicationId, versionName: '1.0', signer };
    const file = await command.write('job.apk', buildPackage({ ...parts, ballast: randomBytes(2_000_000) }));
    const middle = network.stopAfter(1_000_000);
    const running = command.run(['publish', file], { ...jobOf(app), QUAYSIDE_URL: network.url });
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
    const app = await command.prepare();
    const job = jobOf(app);
    expect(await command.run(['doctor'], job)).toMatchObject({
      exit: 3,
      stderr: expect.stringMatching(/trust the issuer|dashboard\/apps\/.+\?tab=settings/),
    });
    await trust(app);
    expect((await command.run(['doctor'], job)).stdout).toContain('Identity: this job of GitHub Actions');
    expect(await command.run(['doctor'], { ...job, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' })).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('id-token: write'),
    });

    const first = {
      QUAYSIDE_APP: app.appId,
      GITLAB_CI: 'true',
      QUAYSIDE_ID_TOKEN: await github.sign(claims()),
    };
    expect(await command.run(['doctor'], first)).toMatchObject({ exit: 0, stderr: '' });
    expect(await command.run(['doctor'], first)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('QUAYSIDE_ID_TOKEN_2'),
    });
    const second = { ...first, QUAYSIDE_ID_TOKEN_2: await github.sign(claims()) };
    expect(await command.run(['doctor'], second)).toMatchObject({ exit: 0, stderr: '' });
    const elsewhere = { ...first, QUAYSIDE_ID_TOKEN: await github.sign(claims('https://other.example/')) };
    expect(await command.run(['doctor'], elsewhere)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('set QUAYSIDE_URL to the public address'),
    });
    const other = {
      ...first,
      QUAYSIDE_ID_TOKEN: await github.sign({ ...claims(), repository: 'octo-org/other' }),
    };
    expect(await command.run(['doctor'], other)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('An owner of the app adds this job to its trusted publishers'),
    });
  });

  test('is for the app of --app as well as that of QUAYSIDE_APP, with every command', async () => {
    const app = await command.prepare();
    await trust(app);
    github.jobClaims = () => claims();
    const versionId = await app.submit();
    const { QUAYSIDE_APP: _, ...job } = jobOf(app);
    const withoutApp = { exit: 2, stderr: expect.stringContaining('Give --app or set QUAYSIDE_APP') };
    const commands = [['doctor'], ['apps'], ['status', versionId], ['submit', versionId, '--track=beta']];
    for (const args of commands) {
      expect([args, await command.run(args, job)]).toEqual([args, expect.objectContaining(withoutApp)]);
      const done = await command.run([...args, '--app', app.appId], job);
      expect([args, done.exit]).toEqual([args, 0]);
    }
  });

  test('without permission, variable or app gets an error that says what to add', async () => {
    const job = { ...jobOf(await command.prepare()), ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' };
    const cases: [env: Record<string, string>, exit: number, reason: string][] = [
      [job, 3, 'permissions: id-token: write'],
      [{ GITLAB_CI: 'true' }, 3, 'Add QUAYSIDE_ID_TOKEN with "aud: '],
      [{ QUAYSIDE_ID_TOKEN: 'x' }, 2, 'set QUAYSIDE_APP'],
      [{ QUAYSIDE_ID_TOKEN: 'x', QUAYSIDE_APP: 'org.example.app' }, 2, 'the ID in the address of its page'],
    ];
    for (const [env, exit, reason] of cases) {
      expect(await command.run(['apps'], env)).toMatchObject({
        exit,
        stderr: expect.stringContaining(reason),
      });
    }
  });
});
