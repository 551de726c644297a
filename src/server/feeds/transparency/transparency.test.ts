import { verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCheckpoint } from '#server/platform/transparency/checkpoint.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { isConsistent, isIncludedByRfc, leafOf } from '#test/support/log-proofs.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { signDailyCheckpoint } from './sign-daily.ts';

let server: TestServer;
let admin: Person;
let owner: Person;
let stranger: Person;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  [owner, stranger] = [
    await server.onboard('owner@example.org'),
    await server.onboard('stranger@example.org'),
  ];
});
afterAll(() => server[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}transparency/${path}`, { headers });
const getJson = async (path: string) => (await get(path)).json();
const bytes = (encoded: readonly string[]) => encoded.map((text) => Buffer.from(text, 'base64'));

describe('before the first checkpoint', () => {
  test.each([
    'checkpoint',
    'key',
    'consistency/1/2',
    'receipts/nothing',
    'receipts/..%2F',
    `receipts/${'9'.repeat(65)}`,
    'elsewhere',
  ])('%s is not found, with a reason', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { status: 'NOT_FOUND', message: expect.any(String) },
    });
  });

  test('an approval that isn’t published yet has a receipt for its people alone', async () => {
    const { app } = await owner.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.harbour',
      name: 'Harbour',
    });
    await server.completeListing(app.id);
    versionId = (await uploadVersion(owner, app.id, readFixture('plain.apk'))).id;
    await owner.call('versions.submit', { versionId, publication: { kind: 'manual' } });
    expect(await owner.call('versions.getReceipt', { versionId })).toEqual({ receipt: null });
    await admin.call('reviews.approve', { versionId, note: 'A secret note.' });

    expect((await get(`receipts/${versionId}`)).status).toBe(404);
    expect((await stranger.tryCall('versions.getReceipt', { versionId })).status).toBe(404);
    for (const person of [owner, admin]) {
      expect(await person.call('versions.getReceipt', { versionId })).toEqual({
        receipt: {
          approvedBy: 'reviewer',
          approvedAt: expect.any(String),
          position: expect.any(Number),
          checkpointAt: null,
          path: null,
        },
      });
    }
  });

  test('the receipt of a published version says that there is no proof yet', async () => {
    await owner.call('releases.publish', { versionId });
    const receipt = await getJson(`receipts/${versionId}`);
    const { version } = await owner.call('versions.get', { versionId });
    expect(receipt).toMatchObject({
      status: 'waiting',
      explanation: expect.stringContaining('No checkpoint covers this approval yet'),
      app: { platform: 'android', applicationId: 'org.example.harbour' },
      version: { id: versionId, name: '1.0', number: '1' },
      sha256: version.sha256,
      approval: { by: 'reviewer', reviewerRole: 'admin', policy: null },
      proof: null,
    });
    for (const secret of [admin.uid, admin.name, 'secret note']) {
      expect(JSON.stringify(receipt)).not.toContain(secret);
    }
  });
});

test('the public page links the receipt', async () => {
  const readPage = async () => (await fetch(`${server.url}fdroid/repo/?app=org.example.harbour`)).text();
  await expect.poll(readPage).toContain(`href="/quayside/transparency/receipts/${versionId}"`);
});

describe('with a checkpoint', () => {
  let key: string;
  let first: ReturnType<typeof openCheckpoint>;
  beforeAll(async () => {
    await signDailyCheckpoint(server.context);
    key = (await getJson('key')).verifierKey;
    first = openCheckpoint(await (await get('checkpoint')).text(), key);
  });

  test('the receipt proves the approval to a verifier of its own', async () => {
    const { status, log, proof, sha256 } = await getJson(`receipts/${versionId}`);
    expect(status).toBe('included');
    const { size, root } = openCheckpoint(proof.checkpoint, key);
    expect(size).toBe(proof.size);
    const leaf = leafOf(log.entry);
    expect(leaf.toString('base64')).toBe(log.leafHash);
    expect(isIncludedByRfc({ position: log.position, size, leaf, root }, bytes(proof.hashes))).toBe(true);
    expect(
      isIncludedByRfc(
        { position: log.position, size, leaf: leafOf(`${log.entry} `), root },
        bytes(proof.hashes),
      ),
    ).toBe(false);
    expect(JSON.parse(log.entry)).toMatchObject({
      event: 'version.approved',
      versionId,
      facts: { applicationId: 'org.example.harbour', sha256, approvedBy: 'reviewer' },
    });
    const { receipt } = await owner.call('versions.getReceipt', { versionId });
    expect(receipt).toMatchObject({
      path: `transparency/receipts/${versionId}`,
      checkpointAt: expect.any(String),
    });
  });

  test('the key is signed by that of the repository', async () => {
    const { verifierKey, signedBy } = await getJson('key');
    const repository = await admin.call('settings.getRepository', {});
    expect(signedBy.fingerprint).toBe(repository.fingerprint);
    const { publicKey } = new X509Certificate(Buffer.from(signedBy.certificate, 'base64'));
    const signature = Buffer.from(signedBy.signature, 'base64');
    expect(verify('sha256', Buffer.from(verifierKey), publicKey, signature)).toBe(true);
    expect(verifierKey).toMatch(/^127\.0\.0\.1:\d+\/quayside\/transparency\+[0-9a-f]{8}\+/);
  });

  test('a later checkpoint is proven to extend it', async () => {
    await owner.call('apps.create', { platform: 'android', applicationId: 'org.example.pier', name: 'Pier' });
    await signDailyCheckpoint(server.context);
    const second = openCheckpoint(await (await get('checkpoint')).text(), key);
    expect(second.size).toBeGreaterThan(first.size);
    const response = await get(`consistency/${first.size}/${second.size}`);
    const { hashes } = await response.json();
    expect(isConsistent(first, second, bytes(hashes))).toBe(true);
    expect(isConsistent({ ...first, root: second.root }, second, bytes(hashes))).toBe(false);
    expect(response.headers.get('cache-control')).toContain('max-age');
  });

  test.each([
    '0/1',
    '2/1',
    '1/999999999',
    '1/999999999999999',
    '999999999999999/999999999999999',
    `1/${'9'.repeat(400)}`,
    '1/x',
    '-1/2',
    '1/1e1',
  ])('consistency/%s is rejected', async (sizes) => {
    const response = await get(`consistency/${sizes}`);
    expect([response.status, (await response.json()).error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  test('a client that has the checkpoint gets no second copy', async () => {
    const response = await get('checkpoint');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const again = await get('checkpoint', { 'If-None-Match': response.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test('nothing new is signed without new entries', async () => {
    const count = async () =>
      (await server.context.pool.query('SELECT count(*)::int AS count FROM audit_checkpoints')).rows[0].count;
    const before = await count();
    await signDailyCheckpoint(server.context);
    expect(await count()).toBe(before);
  });

  test('admins see the state of the chain, and nobody else', async () => {
    const chain = await admin.call('audit.getChain', {});
    expect(chain).toMatchObject({
      checkpoint: { path: 'transparency/checkpoint', signedAt: expect.any(String) },
      verification: { problemCount: 0, problems: [] },
    });
    expect(chain.size).toBeGreaterThanOrEqual(chain.checkpoint?.size ?? Number.NaN);
    expect((await owner.tryCall('audit.getChain', {})).status).toBe(403);
  });

  test('a store for readers asks for their token', async () => {
    await admin.call('settings.update', { settings: { storeAccess: 'readers' } });
    expect((await get('checkpoint')).status).toBe(401);
    const { secret } = await admin.call('readers.create', { name: 'Auditor' });
    const response = await get('checkpoint', { Authorization: `Bearer ${secret}` });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    await admin.call('settings.update', { settings: { storeAccess: 'public' } });
  });
});
