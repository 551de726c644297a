import { errors, exportSPKI, importJWK, type JWTPayload, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { TRUSTED_PUBLISHER_LIMITS } from '#shared/trusted-publishers/calls.ts';
import {
  EXTRA_AUDIENCE,
  PAUSE_MS,
  REPOSITORY,
  seconds,
  setUpTrustedPublishers,
} from '#test/support/trusted-publishers.ts';
import { issuerKeys } from './issuer-keys.ts';

const {
  add,
  callWith,
  claimsOfJob,
  current,
  exchange,
  exchangeJob,
  github,
  issuers,
  owner,
  rejectionOf,
  server,
  trust,
} = setUpTrustedPublishers();

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

  test('for several audiences, unless the operator accepts the others', async () => {
    await add();
    const { publicUrl } = server.context.config;
    for (const aud of [
      [publicUrl, 'https://evil.example'],
      ['https://evil.example', publicUrl, EXTRA_AUDIENCE],
    ]) {
      expect(await rejectionOf(await github.sign(claimsOfJob({ aud })))).toEqual([401, 'aud']);
    }
    const { error } = await exchange(
      await github.sign(claimsOfJob({ aud: [publicUrl, 'https://evil.example'] })),
    );
    expect(error.message).toContain('also for “https://evil.example”');
    expect(await rejectionOf(await github.sign(claimsOfJob({ aud: [EXTRA_AUDIENCE] })))).toEqual([
      401,
      'aud',
    ]);
    await exchangeJob({ aud: [publicUrl] });
    await exchangeJob({ aud: [publicUrl, EXTRA_AUDIENCE] });
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
    expect(missing.error.details).toEqual({ reason: 'no-trusted-publisher', sentence: expect.any(Array) });
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
    const issuer = await issuers.add(`rotating${current.test}`);
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
    const issuer = await issuers.add(`paused${current.test}`);
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
    const issuer = await issuers.add(`failing${current.test}`);
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
    const leaving = await server.onboard(`leaving${current.test}@example.org`);
    await server.context.pool.query('UPDATE apps SET owner_uid = $2 WHERE id = $1', [
      current.appId,
      leaving.uid,
    ]);
    const input = { issuer: github.url, source: REPOSITORY, scopes: ['read' as const, 'upload' as const] };
    const { trustedPublisher } = await leaving.call('trustedPublishers.add', {
      appId: current.appId,
      ...input,
    });
    const secret = await exchangeJob();
    const isRejected = async () =>
      expect(await rejectionOf(await github.sign(claimsOfJob()))).toEqual([403, 'not-owner']);

    await admin.call('users.suspend', { uid: leaving.uid, reason: 'Spam.' });
    expect((await list(secret)).status).toBe(403);
    await isRejected();
    await admin.call('users.suspend', { uid: leaving.uid, reason: 'Cleared.', suspended: false });

    await admin.call('users.setRole', { uid: leaving.uid, role: 'user' });
    expect(
      (await callWith(secret, 'versions.create', { appId: current.appId, fileName: 'a', size: 1 })).status,
    ).toBe(403);
    await isRejected();
    await admin.call('users.setRole', { uid: leaving.uid, role: 'developer' });

    await server.context.pool.query('UPDATE apps SET owner_uid = $2 WHERE id = $1', [
      current.appId,
      owner.uid,
    ]);
    expect((await callWith(secret, 'versions.list', { appId: current.appId })).status).toBe(404);
    await isRejected();
    // The other owner takes it over by saving it.
    await owner.call('trustedPublishers.change', { trustedPublisherId: trustedPublisher.id, ...input });
    expect((await callWith(await exchangeJob(), 'versions.list', { appId: current.appId })).status).toBe(200);
  });

  test('when its app is removed', async () => {
    await addReading();
    const secret = await exchangeJob();
    await server.context.pool.query(`UPDATE apps SET status = 'removed' WHERE id = $1`, [current.appId]);
    expect((await list(secret)).status).toBe(401);
    expect(await rejectionOf(await github.sign(claimsOfJob()))).toEqual([403, 'app-removed']);
  });
});
