import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhookSecret, signatureHeaders } from '#server/delivery/webhooks/signature.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { type Issuer, type Issuers, startIssuers } from '#test/support/issuer.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { waitUntil } from '#test/support/patience.ts';
import { startTestServer } from '#test/support/server.ts';
import { setUpServer } from '#test/support/set-up.ts';
import { claimsOfGitHub, trustRepository } from './id-tokens.ts';
import { createProject } from './project.ts';

/* The documented programs in other languages than the project's own, with the real curl, jq, Bash, Python and Java. */

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let issuers: Issuers;
let github: Issuer;
let directory: string;
const server = setUpServer(async () => {
  issuers = await startIssuers();
  github = await issuers.add('github');
  return startTestServer({ env: { OIDC_PRIVATE_ISSUERS: issuers.origin, WEBHOOKS_ALLOW_PRIVATE: 'true' } });
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-documented-'));
  const settings = { trustedIssuers: [{ url: github.url, kind: 'github' as const }] };
  await (await server.admin()).call('settings.update', { settings });
});
afterAll(async () => {
  await issuers[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

test('the Python program of the reference submits a version, and again without doing it twice', async () => {
  const project = await createProject(server, directory);
  await copyFile(join(project.folder, 'built.apk'), join(project.folder, 'app.apk'));
  const env = { PATH: process.env['PATH'], STORE: server.url, TOKEN: project.token, APP_ID: project.appId };
  const program = join(ROOT, 'scripts/api-reference/examples/publish.py');
  for (const _ of ['first', 'again']) {
    const { stdout } = await run('python3', [program], { cwd: project.folder, env });
    expect(stdout.trim()).toBe('submitted');
  }
  const { versions } = await project.owner.call('apps.get', { appId: project.appId });
  expect(versions.map(({ status }) => status)).toEqual(['submitted']);
});

test('the shell commands of trusted publishing exchange the token of a job', async () => {
  const project = await createProject(server, directory);
  await trustRepository(project, github, { kind: 'github', workflow: '.github/workflows/publish.yml' });
  github.jobClaims = (audience) => claimsOfGitHub({ audience, environment: 'production' });
  const text = await readFile(join(ROOT, 'docs/trusted-publishing.md'), 'utf8');
  const [, commands = ''] = /```bash\n(.+?)```/s.exec(text) ?? [];
  const exchange = (appId: string) =>
    run('bash', ['-c', commands], {
      env: {
        PATH: process.env['PATH'],
        STORE: server.url.replace(/\/$/, ''),
        APP_ID: appId,
        ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}/id-token?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job',
      },
    });
  const { stdout } = await exchange(project.appId);
  const [, token = ''] = /^::add-mask::(qs_\w+)$/m.exec(stdout) ?? [];
  const response = await fetch(`${server.url}us-central1/apps.get`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: { appId: project.appId } }),
  });
  expect(response.status).toBe(200);

  // Of an app that doesn't trust the job, they stop and show why.
  const other = await createProject(server, directory);
  await expect(exchange(other.appId)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('no-trusted-publisher'),
  });
});

test.each<[string, string, string]>([
  ['node', 'receive-webhooks.mjs', 'JavaScript'],
  ['python3', 'receive-webhooks.py', 'Python'],
  ['java', 'ReceiveWebhooks.java', 'Java'],
])('%s %s verifies the webhooks of the store, and rejects others', async (command, file) => {
  const { owner, appId } = await createOwnApp(server);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/`;
  const { webhook, secret } = await owner.call('webhooks.create', { appId, url });
  const program = spawn(command, [join(ROOT, 'scripts/api-reference/examples', file)], {
    env: { PATH: process.env['PATH'], PORT: String(port), SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await using programs = new AsyncDisposableStack();
  programs.defer(() => void program.kill());
  let printed = '';
  program.stdout.on('data', (data) => (printed += String(data)));
  await waitUntil('the program listens', async () =>
    fetch(url, { method: 'POST' }).then(isTrue, () => false),
  );

  const { delivery } = await owner.call('webhooks.sendTest', { webhookId: webhook.id });
  expect(delivery).toMatchObject({ status: 'delivered', responseStatus: 204 });
  await expect.poll(() => printed).toContain(delivery.eventId);

  const post = (body: string, { sentAt = new Date(), by = secret, headers = {} }: Changed = {}) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        ...signatureHeaders({ id: delivery.eventId, sentAt, body: delivery.payload }, by),
        ...headers,
      },
    }).then(({ status }) => status);
  expect(await post(delivery.payload)).toBe(204);
  const { 'webhook-signature': right = '' } = signatureHeaders(
    { id: delivery.eventId, sentAt: new Date(), body: delivery.payload },
    secret,
  );
  expect(
    await post(delivery.payload, { headers: { 'webhook-signature': `v1,AAAA v1a,AAAA ${right}` } }),
  ).toBe(204);
  expect(await post(`${delivery.payload} `)).toBe(401);
  expect(await post(delivery.payload, { by: createWebhookSecret() })).toBe(401);
  expect(await post(delivery.payload, { headers: { 'webhook-id': 'other' } })).toBe(401);
  expect(await post(delivery.payload, { headers: { 'webhook-timestamp': 'now' } })).toBe(401);
  expect(await post(delivery.payload, { headers: { 'webhook-signature': 'v1,' } })).toBe(401);
  expect(await post(delivery.payload, { sentAt: new Date(Date.now() - 301_000) })).toBe(401);
  expect(await post(delivery.payload, { sentAt: new Date(Date.now() + 310_000) })).toBe(401);
});

interface Changed {
  readonly sentAt?: Date;
  readonly by?: string;
  readonly headers?: Record<string, string>;
}

const isTrue = () => true;
