import { randomUUID } from 'node:crypto';
import { errors, exportSPKI, importJWK, type JWTPayload, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditPredicate } from '#shared/audit/sentence.ts';
import type { CallInput } from '#shared/calls.ts';
import { INITIAL_QUOTAS } from '#shared/quotas/quotas.ts';
import { TRUSTED_PUBLISHER_LIMITS } from '#shared/trusted-publishers/calls.ts';
import { INITIAL_ISSUERS, type TrustedIssuer } from '#shared/trusted-publishers/issuer.ts';
import { callAsProgram } from '#test/support/call-as-program.ts';
import { awaitEmail } from '#test/support/emails.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { type Issuer, type Issuers, startIssuers } from '#test/support/issuer.ts';
import { PATIENCE_MS } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes } from '#test/support/uploads.ts';
import { IssuerKeys, issuerKeys } from './issuer-keys.ts';

/** Longer than requests take on a slow machine, which could end the pause otherwise. */
const PAUSE_MS = 5 * 60_000;

let server: TestServer;
let issuers: Issuers;
let github: Issuer;
let gitlab: Issuer;
let other: Issuer;
let owner: Person;
let appId: string;
let next = 0;

beforeAll(async () => {
  issuers = await startIssuers();
  server = await startTestServer({ env: { OIDC_PRIVATE_ISSUERS: issuers.origin } });
  const keys = new IssuerKeys({ timeoutMs: PATIENCE_MS, pauseMs: PAUSE_MS });
  server.context.services.replace(issuerKeys, keys);
  [github, gitlab, other] = await Promise.all([
    issuers.add('github'),
    issuers.add('gitlab'),
    issuers.add('other'),
  ]);
  await trust();
  owner = await server.onboard('owner@example.org');
});
beforeEach(async () => {
  next += 1;
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: `org.example.app${next}`,
    name: 'App',
  });
  appId = app.id;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await issuers[Symbol.asyncDispose]();
});

type Input = Omit<CallInput<'trustedPublishers.add'>, 'appId'>;

/** Lets the store trust the issuers of this file, and others. */
const trust = async (...others: TrustedIssuer[]) => {
  const admin = await server.admin();
  const trustedIssuers: TrustedIssuer[] = [
    ...INITIAL_ISSUERS,
    { url: github.url, kind: 'github' },
    { url: gitlab.url, kind: 'gitlab' },
    { url: other.url, kind: 'other' },
    ...others,
  ];
  // Each test has an app of its own.
  const quotas = { ...INITIAL_QUOTAS, draftApps: 100 };
  await admin.call('settings.update', { settings: { trustedIssuers, quotas } });
};

const REPOSITORY = {
  kind: 'github',
  repository: 'octo-org/app',
  repositoryId: '74',
  ownerId: '65',
  workflow: '.github/workflows/release.yml',
  environment: 'production',
} as const;

const add = async (input: Partial<Input> = {}) => {
  const { trustedPublisher } = await owner.call('trustedPublishers.add', {
    appId,
    issuer: github.url,
    source: REPOSITORY,
    scopes: ['upload'],
    ...input,
  });
  return trustedPublisher;
};

const seconds = () => Math.floor(Date.now() / 1000);

/** Returns the claims of a job of the repository, as GitHub writes them. */
const claimsOfJob = (changed: JWTPayload = {}): JWTPayload => ({
  aud: server.context.config.publicUrl,
  sub: 'repo:octo-org/app:environment:production',
  jti: randomUUID(),
  iat: seconds(),
  nbf: seconds(),
  exp: seconds() + 3_600,
  repository: 'octo-org/app',
  repository_id: '74',
  repository_owner_id: '65',
  workflow_ref: 'octo-org/app/.github/workflows/release.yml@refs/tags/v1',
  environment: 'production',
  ref: 'refs/tags/v1',
  sha: 'ad1f2e',
  run_id: '1296269',
  ...changed,
});

const callWith = (secret: string | null, name: string, data: object) =>
  callAsProgram(server, secret, { name, data });

const exchange = (idToken: string) => callWith(null, 'tokens.exchange', { appId, idToken });

/** Exchanges an ID token of a job; returns the API token. */
const exchangeJob = async (changed?: JWTPayload): Promise<string> => {
  const { result, error } = await exchange(await github.sign(claimsOfJob(changed)));
  expect(error).toBeUndefined();
  return result.token;
};

/** Returns the status of a rejected exchange with its claim or reason. What is accepted stays secret. */
async function rejectionOf(idToken: string) {
  const { status, error } = await exchange(idToken);
  expect(error?.message).not.toMatch(/“(74|65|production)”/);
  return [status, error?.details?.claim ?? error?.details?.reason];
}

const titles = async (person: Person) =>
  (await person.call('notifications.list', {})).notifications.map(({ title }) => title);

describe('a trusted publisher', () => {
  test('gets a token for 15 minutes, which uploads to its app alone', async () => {
    await add();
    const { result } = await exchange(await github.sign(claimsOfJob()));
    expect(result).toMatchObject({
      token: expect.stringMatching(/^qs_[0-9A-Za-z]{42}$/),
      scopes: ['upload'],
    });
    const minutes = (Date.parse(result.expiresAt) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(TRUSTED_PUBLISHER_LIMITS.tokenMinutes);

    const bytes = readFixture('plain.apk');
    const announced = await callWith(result.token, 'versions.create', {
      appId,
      fileName: 'app.apk',
      size: bytes.length,
    });
    expect(announced.status).toBe(200);
    expect(announced.result.version.build).toEqual({
      repository: 'octo-org/app',
      commit: 'ad1f2e',
      ref: 'refs/tags/v1',
      workflow: 'octo-org/app/.github/workflows/release.yml@refs/tags/v1',
      environment: 'production',
      runId: '1296269',
      runUrl: `${issuers.origin}/octo-org/app/actions/runs/1296269`,
    });
    const sent = await sendBytes(announced.result.upload.url, {
      bytes,
      by: { ...owner, token: result.token },
    });
    expect(sent.status).toBe(204);

    const elsewhere = await owner.call('apps.create', {
      platform: 'android',
      applicationId: `org.example.elsewhere${next}`,
      name: 'Elsewhere',
    });
    const file = { appId: elsewhere.app.id, fileName: 'a.apk', size: 1 };
    expect((await callWith(result.token, 'versions.create', file)).status).toBe(404);
    expect((await callWith(result.token, 'versions.list', { appId })).error.details).toMatchObject({
      scope: 'read',
    });
    expect((await callWith(result.token, 'tokens.list', {})).status).toBe(403);
    expect((await callWith(result.token, 'trustedPublishers.list', { appId })).status).toBe(403);
    // Only what a person made is in their list.
    expect((await owner.call('tokens.list', {})).tokens).toEqual([]);
  });

  test('is announced to all owners when it is added and first used, and audited', async () => {
    const second = await server.onboard(`second${next}@example.org`);
    await server.context.pool.query(`INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'owner')`, [
      appId,
      second.uid,
    ]);
    const { id } = await add();
    expect(await titles(second)).toEqual(['Trusted publisher added']);
    const { notifications } = await second.call('notifications.list', {});
    expect(notifications[0]?.data).toEqual({ appId, part: 'settings' });
    const email = await awaitEmail(server, second.email, /Trusted publisher added/);
    expect(email.body).toContain(`${server.url}dashboard/apps/${appId}?tab=settings`);
    await exchangeJob();
    await exchangeJob();
    expect(await titles(second)).toEqual([
      'Trusted publisher used for the first time',
      'Trusted publisher added',
    ]);
    expect((await titles(owner)).slice(0, 2)).toEqual(await titles(second));
    const [listed] = (await owner.call('trustedPublishers.list', { appId })).trustedPublishers;
    expect(Date.now() - Date.parse(listed?.lastUsedAt ?? '')).toBeLessThan(60_000);
    const { entries } = await (await server.admin()).call('audit.list', { event: 'trusted-publisher.used' });
    expect(entries[0]).toMatchObject({
      actorUid: null,
      appId,
      details: { trustedPublisherId: id, isFirst: false, build: { commit: 'ad1f2e', runId: '1296269' } },
    });
  });

  test('keeps the ids of its first use where nobody entered them', async () => {
    await add({ source: { ...REPOSITORY, repositoryId: null, ownerId: null } });
    await exchangeJob();
    const [listed] = (await owner.call('trustedPublishers.list', { appId })).trustedPublishers;
    expect(listed?.source).toEqual(REPOSITORY);
    // Somebody else took over the name.
    const token = await github.sign(claimsOfJob({ repository_id: '99', repository_owner_id: '99' }));
    expect(await rejectionOf(token)).toEqual([403, 'repository_id']);
    // A new name of the same repository changes what is shown alone.
    await exchangeJob({
      repository: 'octo-org/renamed',
      workflow_ref: 'octo-org/renamed/.github/workflows/release.yml@refs/heads/main',
    });
    const [renamed] = (await owner.call('trustedPublishers.list', { appId })).trustedPublishers;
    expect(renamed?.source).toEqual({ ...REPOSITORY, repository: 'octo-org/renamed' });
  });

  test('is announced to all owners when it changes, and as new when its repository is another by the ids', async () => {
    const second = await server.onboard(`second${next}@example.org`);
    await server.context.pool.query(`INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'owner')`, [
      appId,
      second.uid,
    ]);
    const { id: trustedPublisherId } = await add();
    await exchangeJob();
    const change = async (changed: object, scopes: Input['scopes']) => {
      const input = { issuer: github.url, source: { ...REPOSITORY, ...changed }, scopes };
      return (await owner.call('trustedPublishers.change', { trustedPublisherId, ...input }))
        .trustedPublisher;
    };
    expect((await change({ environment: null }, ['upload', 'release'])).lastUsedAt).not.toBeNull();
    expect((await titles(second))[0]).toBe('Trusted publisher changed');
    const changes = await (await server.admin()).call('audit.list', { event: 'trusted-publisher.changed' });
    expect(changes.entries[0]?.details).toMatchObject({
      repositoryId: '74',
      ownerId: '65',
      environment: null,
    });
    expect(changes.entries[0] && auditPredicate(changes.entries[0])).toBe(
      'changed the trusted publisher octo-org/app to repository ID 74, owner ID 65, workflow .github/workflows/release.yml, any environment',
    );
    await exchangeJob();
    expect((await titles(second))[0]).toBe('Trusted publisher changed');

    expect((await change({ ownerId: '98' }, ['upload'])).lastUsedAt).toBeNull();
    expect((await change({ repositoryId: '99', ownerId: '98' }, ['upload'])).lastUsedAt).toBeNull();
    await exchangeJob({
      repository: 'evil/app',
      repository_id: '99',
      repository_owner_id: '98',
      workflow_ref: 'evil/app/.github/workflows/release.yml@refs/heads/main',
    });
    const [notified] = (await second.call('notifications.list', {})).notifications;
    expect(notified?.title).toBe('Trusted publisher used for the first time');
    expect(notified?.message).toContain('evil/app');
    const [listed] = (await owner.call('trustedPublishers.list', { appId })).trustedPublishers;
    expect(listed?.source).toMatchObject({ repository: 'evil/app', repositoryId: '99' });
  });

  test('is another one when its claims read alike', async () => {
    const { id: trustedPublisherId } = await add({
      issuer: other.url,
      source: { kind: 'other', claims: [{ name: 'pipeline', value: '7, branch=main' }] },
    });
    const used = await exchange(await other.sign(claimsOfJob({ pipeline: '7, branch=main' })));
    expect(used.status).toBe(200);
    const claims = [
      { name: 'pipeline', value: '7' },
      { name: 'branch', value: 'main' },
    ];
    const { trustedPublisher } = await owner.call('trustedPublishers.change', {
      trustedPublisherId,
      issuer: other.url,
      source: { kind: 'other', claims },
      scopes: ['upload'],
    });
    expect(trustedPublisher.lastUsedAt).toBeNull();
  });

  test('of GitLab or another issuer is known by its claims', async () => {
    await add({
      issuer: gitlab.url,
      source: { ...REPOSITORY, kind: 'gitlab', workflow: '.gitlab-ci.yml', environment: null },
      scopes: ['submit', 'upload'],
    });
    const job = {
      project_path: 'octo-org/app',
      project_id: '74',
      namespace_id: '65',
      ci_config_ref_uri: `${gitlab.url.replace('http://', '')}/octo-org/app//.gitlab-ci.yml@refs/heads/main`,
      pipeline_id: '1',
    };
    const uploaded = await exchange(await gitlab.sign(claimsOfJob(job)));
    expect(uploaded.result).toMatchObject({ scopes: ['upload', 'submit'] });
    const elsewhere = { ...job, ci_config_ref_uri: job.ci_config_ref_uri.replace('//.git', '-fork//.git') };
    expect(await rejectionOf(await gitlab.sign(claimsOfJob(elsewhere)))).toEqual([403, 'ci_config_ref_uri']);

    await other.rotate('ES256');
    await add({ issuer: other.url, source: { kind: 'other', claims: [{ name: 'pipeline', value: '7' }] } });
    expect((await exchange(await other.sign(claimsOfJob({ pipeline: 7 })))).status).toBe(200);
    expect(await rejectionOf(await other.sign(claimsOfJob({ pipeline: '8' })))).toEqual([403, 'pipeline']);
  });
});

describe('an exchange is rejected', () => {
  test.each<[string, JWTPayload, number, string]>([
    ['for another audience', { aud: 'https://pypi.org' }, 401, 'aud'],
    ['without an audience', { aud: undefined }, 401, 'aud'],
    ['after it expired', { exp: seconds() - 60, iat: seconds() - 360 }, 401, 'exp'],
    ['without an expiry', { exp: undefined }, 401, 'exp'],
    ['before it is valid', { nbf: seconds() + 3_600 }, 401, 'nbf'],
    ['when it was made in the future', { iat: seconds() + 3_600 }, 401, 'iat'],
    ['when it is older than a day', { iat: seconds() - 90_000, nbf: 0, exp: seconds() + 3_600 }, 401, 'iat'],
    ['with an expiry beyond all dates', { exp: 1e15 }, 401, 'exp'],
    ['by another issuer', { iss: 'https://evil.example' }, 401, 'iss'],
    ['by an issuer that is no text', JSON.parse('{"iss":{"toString":1,"valueOf":1}}'), 401, 'iss'],
    ['for an audience that is no text', JSON.parse('{"aud":[{"toString":1,"valueOf":1}]}'), 401, 'aud'],
    ['by a repository of the same name', { repository_id: '99' }, 403, 'repository_id'],
    ['by a repository with a new owner', { repository_owner_id: '99' }, 403, 'repository_owner_id'],
    [
      'by another workflow',
      { workflow_ref: 'octo-org/app/.github/workflows/test.yml@refs/heads/main' },
      403,
      'workflow_ref',
    ],
    [
      'by a workflow of the same name in another repository',
      { workflow_ref: 'evil/app/.github/workflows/release.yml@refs/heads/main' },
      403,
      'workflow_ref',
    ],
    ['in another environment', { environment: 'staging' }, 403, 'environment'],
    ['without an environment', { environment: undefined }, 403, 'environment'],
  ])('%s', async (_title, changed, status, claim) => {
    await add();
    expect(await rejectionOf(await github.sign(claimsOfJob(changed)))).toEqual([status, claim]);
  });

  test('without a signature, or with one by the public key as a shared secret', async () => {
    await add();
    const claims = { iss: github.url, ...claimsOfJob() };
    expect(await rejectionOf(new UnsecuredJWT(claims).encode())).toEqual([401, 'id-token']);
    const [jwk] = JSON.parse(await github.keys()).keys;
    const pem = await exportSPKI(
      (await importJWK({ ...jwk, ext: true }, 'RS256', { extractable: true })) as CryptoKey,
    );
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: jwk.kid })
      .sign(new TextEncoder().encode(pem));
    expect(await rejectionOf(confused)).toEqual([401, 'id-token']);
    const [head, , signature] = (await github.sign(claimsOfJob())).split('.');
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    expect(await rejectionOf(`${head}.${payload}.${signature}`)).toEqual([401, 'id-token']);
  });

  test.each(['x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', 'null.null.null'])('for “%s”', async (text) => {
    expect(await rejectionOf(text)).toEqual([401, expect.stringMatching(/id-token|iss/)]);
  });

  test('when it is huge', async () => {
    await add();
    const token = await github.sign(claimsOfJob({ padding: 'x'.repeat(20_000) }));
    expect((await exchange(token)).error.details.issues).toMatchObject([{ path: 'idToken' }]);
  });

  test('the second time', async () => {
    await add();
    const token = await github.sign(claimsOfJob());
    const both = await Promise.all([exchange(token), exchange(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const unnamed = await github.sign(claimsOfJob({ jti: undefined }));
    expect((await exchange(unnamed)).status).toBe(200);
    expect(await rejectionOf(unnamed)).toEqual([401, 'jti']);
  });

  test('after a day, however late it expires, and is forgotten then', async () => {
    await add();
    await exchangeJob({ exp: seconds() + 10 * 86_400 });
    const { rows } = await server.context.pool.query(
      `SELECT max(expires_at) < now() + interval '1 day 1 minute' AS is_forgotten FROM used_id_tokens`,
    );
    expect(rows).toEqual([{ is_forgotten: true }]);
  });

  test('for an app without a trusted publisher of the issuer, as for one that does not exist', async () => {
    const token = await github.sign(claimsOfJob());
    const missing = await callWith(null, 'tokens.exchange', { appId: 'missing', idToken: token });
    expect([missing.status, missing.error]).toEqual([403, (await exchange(token)).error]);
    expect(missing.error.details).toEqual({ reason: 'no-trusted-publisher' });
  });

  test('beyond twenty valid tokens', async () => {
    const { id } = await add();
    await server.context.pool.query(
      `INSERT INTO build_tokens (id, trusted_publisher_id, secret_hash, build, expires_at)
       SELECT $1 || n, $1, $1 || n, '{}', now() + interval '1 hour' FROM generate_series(1, $2) n`,
      [id, TRUSTED_PUBLISHER_LIMITS.liveTokens],
    );
    expect(await rejectionOf(await github.sign(claimsOfJob()))).toEqual([429, 'too-many-tokens']);
  });
});

describe('the keys of an issuer', () => {
  test('are read once, and again for a new one', async () => {
    const issuer = await issuers.add(`rotating${next}`);
    await trust({ url: issuer.url, kind: 'github' });
    await add({ issuer: issuer.url });
    const job = () => issuer.sign(claimsOfJob());
    const old = await job();
    const responses = await Promise.all([exchange(await job()), exchange(await job())]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(issuer.reads).toBe(1);
    await issuer.rotate('ES256');
    expect((await exchange(await job())).status).toBe(200);
    expect(issuer.reads).toBe(2);
    // The replaced key is no longer accepted, and asking for it again is limited.
    expect(await rejectionOf(old)).toEqual([401, 'id-token']);
    expect(await rejectionOf(old)).toEqual([401, 'id-token']);
    expect(issuer.reads).toBe(3);
  });

  test('are read again after a pause, even if made-up tokens come during it', async () => {
    const issuer = await issuers.add(`paused${next}`);
    const { config, services } = server.context;
    let now = Date.now();
    const find = services.get(issuerKeys).finder({ config, clock: () => new Date(now) }, issuer.url);
    const verify = async () => jwtVerify(await issuer.sign(claimsOfJob()), find);
    const madeUp = await issuer.sign(claimsOfJob(), { kid: 'made-up' });
    const verifyMadeUp = () => expect(jwtVerify(madeUp, find)).rejects.toThrow(errors.JWKSNoMatchingKey);
    await verify();
    await verifyMadeUp();
    expect(issuer.reads).toBe(2);
    await issuer.rotate();
    now += 0.75 * PAUSE_MS;
    await verifyMadeUp();
    expect(issuer.reads).toBe(2);
    now += 0.5 * PAUSE_MS;
    await verify();
    expect(issuer.reads).toBe(3);
  });

  test.each<[string, (keys: string) => string | null]>([
    ['the connection fails', () => null],
    ['they are too large', (keys) => keys + ' '.repeat(300_000)],
    ['they are no keys', () => '{"keys": "none"}'],
    ['they are no JSON', () => '<html>'],
  ])('cannot be read when %s', async (_title, respondWith) => {
    const issuer = await issuers.add(`failing${next}`);
    issuer.respondWith = respondWith;
    await trust({ url: issuer.url, kind: 'github' });
    await add({ issuer: issuer.url });
    const token = await issuer.sign(claimsOfJob());
    expect(await rejectionOf(token)).toEqual([503, 'issuer-unreachable']);
    // Made-up tokens do not cause a request each.
    expect(await rejectionOf(token)).toEqual([503, 'issuer-unreachable']);
    expect(issuer.reads).toBe(1);
  });

  test('are not read at a private address, nor from a server that redirects', async () => {
    const admin = await server.admin();
    for (const url of ['https://127.0.0.1/', 'http://issuer.example.org', 'https://build.internal']) {
      const { error } = await admin.tryCall('settings.update', {
        settings: { trustedIssuers: [{ url, kind: 'other' }] },
      });
      expect(error.details?.issues).toMatchObject([{ path: 'settings.trustedIssuers.0.url' }]);
    }
    const moved = `${issuers.origin}/nowhere`;
    await trust({ url: moved, kind: 'github' });
    await add({ issuer: moved });
    expect(await rejectionOf(await github.sign(claimsOfJob({ iss: moved })))).toEqual([
      503,
      'issuer-unreachable',
    ]);
  });
});

describe('a token of a trusted publisher ends', () => {
  const list = (secret: string) => callWith(secret, 'apps.list', { scope: 'mine' });
  const addReading = () => add({ scopes: ['read', 'upload'] });

  test('with its trusted publisher, or when that changes', async () => {
    const { id: trustedPublisherId } = await addReading();
    const first = await exchangeJob();
    expect((await list(first)).status).toBe(200);
    await owner.call('trustedPublishers.change', {
      trustedPublisherId,
      issuer: github.url,
      source: { ...REPOSITORY, environment: null },
      scopes: ['read'],
    });
    expect((await list(first)).status).toBe(401);
    const second = await exchangeJob({ environment: undefined });
    await owner.call('trustedPublishers.remove', { trustedPublisherId });
    expect((await list(second)).status).toBe(401);
    expect(await rejectionOf(await github.sign(claimsOfJob()))).toEqual([403, 'no-trusted-publisher']);
    expect((await owner.tryCall('trustedPublishers.remove', { trustedPublisherId })).status).toBe(404);
  });

  test('after 15 minutes, or when somebody reports it', async () => {
    await addReading();
    const reported = await exchangeJob();
    expect((await callWith(null, 'tokens.reportLeak', { token: reported })).result).toEqual({
      revoked: true,
    });
    expect((await list(reported)).status).toBe(401);
    const old = await exchangeJob();
    await server.context.pool.query(`UPDATE build_tokens SET expires_at = now() - interval '1 s'`);
    expect((await list(old)).error.message).toMatch(/has expired/);
  });

  test('when its owner is suspended, loses the role or leaves, and no other can be had', async () => {
    const admin = await server.admin();
    const leaving = await server.onboard(`leaving${next}@example.org`);
    await server.context.pool.query('UPDATE apps SET owner_uid = $2 WHERE id = $1', [appId, leaving.uid]);
    const input = { issuer: github.url, source: REPOSITORY, scopes: ['read' as const, 'upload' as const] };
    const { trustedPublisher } = await leaving.call('trustedPublishers.add', { appId, ...input });
    const secret = await exchangeJob();
    const isRejected = async () =>
      expect(await rejectionOf(await github.sign(claimsOfJob()))).toEqual([403, 'not-owner']);

    await admin.call('users.suspend', { uid: leaving.uid, reason: 'Spam.' });
    expect((await list(secret)).status).toBe(403);
    await isRejected();
    await admin.call('users.suspend', { uid: leaving.uid, reason: 'Cleared.', suspended: false });

    await admin.call('users.setRole', { uid: leaving.uid, role: 'user' });
    expect((await callWith(secret, 'versions.create', { appId, fileName: 'a', size: 1 })).status).toBe(403);
    await isRejected();
    await admin.call('users.setRole', { uid: leaving.uid, role: 'developer' });

    await server.context.pool.query('UPDATE apps SET owner_uid = $2 WHERE id = $1', [appId, owner.uid]);
    expect((await callWith(secret, 'versions.list', { appId })).status).toBe(404);
    await isRejected();
    // The other owner takes it over by saving it.
    await owner.call('trustedPublishers.change', { trustedPublisherId: trustedPublisher.id, ...input });
    expect((await callWith(await exchangeJob(), 'versions.list', { appId })).status).toBe(200);
  });

  test('when its app is removed', async () => {
    await addReading();
    const secret = await exchangeJob();
    await server.context.pool.query(`UPDATE apps SET status = 'removed' WHERE id = $1`, [appId]);
    expect((await list(secret)).status).toBe(401);
    expect(await rejectionOf(await github.sign(claimsOfJob()))).toEqual([403, 'app-removed']);
  });
});

describe('a trusted publisher is managed', () => {
  test('by owners alone, who authenticated within the last minutes', async () => {
    const { id: trustedPublisherId } = await add();
    const input = { issuer: github.url, source: REPOSITORY, scopes: ['upload' as const] };
    const member = await server.onboard(`member${next}@example.org`);
    const attack = async () => [
      (await member.tryCall('trustedPublishers.list', { appId })).status,
      (await member.tryCall('trustedPublishers.add', { appId, ...input })).status,
      (await member.tryCall('trustedPublishers.change', { trustedPublisherId, ...input })).status,
      (await member.tryCall('trustedPublishers.remove', { trustedPublisherId })).status,
    ];
    expect(await attack()).toEqual([404, 404, 404, 404]);
    await server.context.pool.query(
      `INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'maintainer')`,
      [appId, member.uid],
    );
    expect(await attack()).toEqual([403, 403, 403, 403]);
    await server.context.pool.query(
      `UPDATE auth_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [member.uid],
    );
    await server.context.pool.query(`UPDATE app_members SET role = 'owner' WHERE uid = $1`, [member.uid]);
    const { error } = await member.tryCall('trustedPublishers.add', { appId, ...input });
    expect(error.details).toMatchObject({ reason: 'reauthentication' });
  });

  test.each<Partial<Input>>([
    { issuer: 'https://evil.example' },
    { source: { kind: 'other', claims: [{ name: 'sub', value: 'x' }] } },
  ])('only for an issuer that the store trusts: %j', async (input) => {
    const { error } = await owner.tryCall('trustedPublishers.add', {
      appId,
      issuer: github.url,
      source: REPOSITORY,
      scopes: ['upload'],
      ...input,
    });
    expect(error.details).toMatchObject({ reason: 'untrusted-issuer' });
  });

  test.each<[object, string]>([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['webhooks'] }, 'scopes.0'],
    [{ source: { ...REPOSITORY, repository: 'app' } }, 'source.repository'],
    [{ source: { ...REPOSITORY, repositoryId: 'octo' } }, 'source.repositoryId'],
    [{ source: { ...REPOSITORY, workflow: 'release' } }, 'source.workflow'],
    [{ source: { kind: 'other', claims: [] } }, 'source.claims'],
    [{ source: { kind: 'other', claims: [{ name: 'aud', value: 'x' }] } }, 'source.claims.0.name'],
  ])('with valid claims: %j is rejected', async (input, path) => {
    const data = { appId, issuer: github.url, source: REPOSITORY, scopes: ['upload'], ...input };
    const { error } = await callWith(owner.token, 'trustedPublishers.add', data);
    expect(error.details.issues).toMatchObject([{ path }]);
  });

  test('up to a number for each app', async () => {
    await add();
    await server.context.pool.query(
      `INSERT INTO trusted_publishers (id, app_id, owner_uid, issuer, source, scopes)
       SELECT id || n, app_id, owner_uid, issuer, source, scopes
       FROM trusted_publishers, generate_series(2, $2) n WHERE app_id = $1`,
      [appId, TRUSTED_PUBLISHER_LIMITS.perApp],
    );
    const rejected = await owner.tryCall('trustedPublishers.add', {
      appId,
      issuer: github.url,
      source: REPOSITORY,
      scopes: ['upload'],
    });
    expect(rejected.status).toBe(429);
  });
});
