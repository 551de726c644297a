import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, uploadVersion, waitForInspection } from '#test/support/uploads.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;
let admin: Person;
let app: OwnApp;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  [stranger, admin] = await Promise.all([server.onboard('stranger@example.org'), server.admin()]);
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  app = await createOwnApp(server);
  ({ owner, appId } = app);
});

const create = (size: number, more: object = {}) =>
  owner.call('versions.create', { appId, fileName: 'app.apk', size, ...more });

/** Sends a whole file to a server that stops right after its last byte. */
async function sendBeforeStop(url: string, bytes: Buffer): Promise<void> {
  await server.context.pool.query(
    `CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$`,
  );
  await server.context.pool.query(
    'CREATE TRIGGER stop BEFORE UPDATE OF status ON versions EXECUTE FUNCTION stop()',
  );
  expect((await sendBytes(url, { bytes, by: owner })).status).toBe(500);
  await server.context.pool.query('DROP FUNCTION stop CASCADE');
}

describe('an upload', () => {
  test('continues after an interruption where it stopped', async () => {
    const bytes = app.build();
    const { version, upload } = await create(bytes.length);
    expect((await sendBytes(upload.url, { bytes: bytes.subarray(0, 1000), by: owner })).status).toBe(204);
    const { upload: left } = await owner.call('versions.get', { versionId: version.id });
    expect(left).toEqual({ url: upload.url, offset: 1000 });
    const rest = { bytes: bytes.subarray(1000), offset: 1000, by: owner };
    expect((await sendBytes(upload.url, rest)).status).toBe(204);
    expect((await waitForInspection(owner, version.id)).status).toBe('draft');
    expect((await owner.call('versions.get', { versionId: version.id })).upload).toBeNull();
  });

  test('is completed when the server stopped right after the last byte', async () => {
    const bytes = app.build();
    const { version, upload } = await create(bytes.length);
    await sendBeforeStop(upload.url, bytes);
    // The file lies where any server can inspect it, before anything says that it is to be inspected.
    const { storage } = server.context;
    expect(await storage.stat(`packages/${version.id}`)).toMatchObject({ size: bytes.length });
    expect(await owner.call('versions.get', { versionId: version.id })).toMatchObject({
      version: { status: 'uploading' },
      upload: { offset: bytes.length },
    });

    const head = await fetch(upload.url, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${owner.token}`, 'Tus-Resumable': '1.0.0' },
    });
    expect(head.headers.get('upload-offset')).toBe(String(bytes.length));
    expect((await waitForInspection(owner, version.id)).status).toBe('draft');
  });

  test('is only for its publisher', async () => {
    const bytes = app.build();
    const { upload } = await create(bytes.length);
    expect((await sendBytes(upload.url, { bytes, by: stranger })).status).toBe(404);
    expect((await sendBytes(upload.url, { bytes, by: admin })).status).toBe(403);
    expect((await sendBytes(upload.url, { bytes, by: server.nobody })).status).toBe(401);
    expect((await sendBytes(upload.url, { bytes, by: owner })).status).toBe(204);
  });

  test('rejects more bytes than announced, a wrong offset, and a second upload', async () => {
    const bytes = app.build();
    const { version, upload } = await create(bytes.length);
    const tooMany = Buffer.concat([bytes, Buffer.from('more')]);
    expect((await sendBytes(upload.url, { bytes: tooMany, by: owner })).status).toBe(413);
    expect((await sendBytes(upload.url, { bytes, offset: 7, by: owner })).status).toBe(409);
    const { upload: left } = await owner.call('versions.get', { versionId: version.id });
    const offset = left?.offset ?? 0;
    expect((await sendBytes(upload.url, { bytes: bytes.subarray(offset), offset, by: owner })).status).toBe(
      204,
    );
    expect((await sendBytes(upload.url, { bytes, by: owner })).status).toBe(409);
  });

  test('cannot be created or deleted at the upload address', async () => {
    const { upload } = await create(10);
    for (const method of ['POST', 'DELETE', 'GET', 'PUT']) {
      const response = await fetch(upload.url, {
        method,
        headers: { Authorization: `Bearer ${owner.token}` },
      });
      expect(response.status).toBe(400);
    }
  });

  test('that is not the announced file is invalid with an explanation', async () => {
    const bytes = app.build();
    const { version, upload } = await create(bytes.length, { sha256: '0'.repeat(64) });
    await sendBytes(upload.url, { bytes, by: owner });
    const done = await waitForInspection(owner, version.id);
    expect(done.status).toBe('invalid');
    expect(done.findings.map((finding) => finding.rule)).toContain('checksum');
  });
});

describe('versions.create', () => {
  test.each([
    [{ size: 0 }, 'size'],
    [{ size: 1.5 }, 'size'],
    [{ size: 3 * 1024 ** 3 }, 'size'],
    [{ fileName: ' ' }, 'fileName'],
    [{ sha256: 'ABC' }, 'sha256'],
  ])('rejects %j', async (wrong, path) => {
    const response = await owner.tryCall('versions.create', { appId, fileName: 'a.apk', size: 10, ...wrong });
    expect(response.status).toBe(400);
    expect(response.error.details?.issues).toMatchObject([{ path }]);
  });

  test('returns the version that has the same file, with what is left to send', async () => {
    const bytes = app.build();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { version, upload } = await create(bytes.length, { sha256 });
    expect(upload.offset).toBe(0);
    await sendBytes(upload.url, { bytes: bytes.subarray(0, 1000), by: owner });
    const again = await create(bytes.length, { sha256, fileName: 'again.apk' });
    expect(again).toMatchObject({ version: { id: version.id }, upload: { url: upload.url, offset: 1000 } });
    await sendBytes(upload.url, { bytes: bytes.subarray(1000), offset: 1000, by: owner });
    await waitForInspection(owner, version.id);
    const complete = await create(bytes.length, { sha256 });
    expect(complete).toMatchObject({
      version: { id: version.id, status: 'draft' },
      upload: { offset: bytes.length },
    });
    await server.context.pool.query(`UPDATE versions SET status = 'analysing', sha256 = NULL WHERE id = $1`, [
      version.id,
    ]);
    expect((await create(bytes.length, { sha256 })).version.id).toBe(version.id);
    await server.context.pool.query(`UPDATE versions SET status = 'draft', sha256 = $2 WHERE id = $1`, [
      version.id,
      sha256,
    ]);
    const together = await Promise.all([1, 2].map(() => create(10, { sha256: 'a'.repeat(64) })));
    expect(together[0]?.version.id).toBe(together[1]?.version.id);
    const otherApp = await createOwnApp(server);
    const elsewhere = await otherApp.owner.call('versions.create', {
      appId: otherApp.appId,
      fileName: 'app.apk',
      size: bytes.length,
      sha256,
    });
    expect(elsewhere).toMatchObject({ version: { status: 'uploading' }, upload: { offset: 0 } });
    await owner.call('versions.delete', { versionId: version.id });
    expect((await create(bytes.length, { sha256 })).version.id).not.toBe(version.id);
  });

  test('completes an upload that the server left after its last byte', async () => {
    const bytes = app.build();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { version, upload } = await create(bytes.length, { sha256 });
    await sendBeforeStop(upload.url, bytes);
    expect(await create(bytes.length, { sha256 })).toMatchObject({
      version: { id: version.id },
      upload: { offset: bytes.length },
    });
    expect((await waitForInspection(owner, version.id)).status).toBe('draft');
  });

  test('is for the app’s publisher', async () => {
    const input = { appId, fileName: 'a.apk', size: 10 };
    expect((await stranger.tryCall('versions.create', input)).status).toBe(404);
    expect((await admin.tryCall('versions.create', input)).status).toBe(403);
  });
});

describe('versions.get with waitSeconds', () => {
  const get = (versionId: string, more: object) => owner.tryCall('versions.get', { versionId, ...more });

  test('responds when the status changes, and at once when it has already', async () => {
    const { id } = await uploadVersion(owner, appId, app.build());
    const waiting = get(id, { waitSeconds: 50, knownStatus: 'draft' });
    await owner.call('versions.submit', { versionId: id });
    expect((await waiting).result.version.status).toBe('submitted');

    const next = await create(10);
    const known = await get(next.version.id, { waitSeconds: 50, knownStatus: 'analysing' });
    expect(known.result.version.status).toBe('uploading');
  });

  test('responds with the same status at the end of the time', async () => {
    const { version } = await create(10);
    expect((await get(version.id, { waitSeconds: 1 })).result.version.status).toBe('uploading');
  });

  test('leaves a user calls besides those that wait', async () => {
    const { version } = await create(10);
    const waiting = Array.from({ length: 5 }, () => get(version.id, { waitSeconds: 50 }));
    expect((await Promise.race(waiting)).status).toBe(429);
    expect((await get(version.id, {})).status).toBe(200);
    await owner.call('versions.delete', { versionId: version.id });
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([404, 404, 404, 404, 429]);
  });

  test('ends when its client has gone', async () => {
    const { version } = await create(10);
    const gone = new AbortController();
    const wait = () =>
      owner.fetch('us-central1/versions.get', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ data: { versionId: version.id, waitSeconds: 50 } }),
        signal: gone.signal,
      });
    const waiting = Array.from({ length: 5 }, wait);
    const settled = Promise.allSettled(waiting);
    // The fifth is rejected only after the others have begun to wait.
    expect((await Promise.race(waiting)).status).toBe(429);
    gone.abort();
    await settled;
    const statusOfNext = async () => (await get(version.id, { waitSeconds: 1 })).status;
    await expect.poll(statusOfNext).toBe(200);
  });

  test.each([51, -1, 0.5])('rejects %s seconds', async (waitSeconds) => {
    const { version } = await create(10);
    expect((await get(version.id, { waitSeconds })).status).toBe(400);
  });
});

describe('an inspection', () => {
  test.each([
    ['unsigned.apk', 'signature'],
    ['debuggable.apk', 'debuggable'],
    ['truncated.apk', ''],
    ['corrupted.apk', 'signature'],
  ])('of %s ends in an explained rejection', async (name, rule) => {
    const done = await uploadVersion(owner, appId, readFixture(name));
    expect(done.status).toBe('invalid');
    const errors = done.findings.filter((finding) => finding.severity === 'error');
    expect(errors.some((finding) => finding.rule.startsWith(rule))).toBe(true);
    for (const finding of errors) {
      expect([finding.title, finding.evidence, finding.fix].every((text) => text.length > 10)).toBe(true);
    }
    const response = await owner.tryCall('versions.submit', { versionId: done.id });
    expect(response.error.status).toBe('FAILED_PRECONDITION');
  });

  test('of a file that is not a package explains the expected format', async () => {
    const done = await uploadVersion(owner, appId, Buffer.from('a note to my aunt'));
    expect(done).toMatchObject({ status: 'invalid', package: null });
    expect(done.findings[0]?.severity).toBe('error');
  });

  test('of another app’s package names that app', async () => {
    const other = await owner.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.other',
      name: 'Other',
    });
    const done = await uploadVersion(owner, other.app.id, app.build());
    expect(done.status).toBe('invalid');
    expect(JSON.stringify(done.findings)).toContain(app.applicationId);
  });
});

describe('a submission', () => {
  test('and its withdrawal have their effect once', async () => {
    const { id: versionId } = await app.upload();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => owner.call('versions.submit', { versionId })),
    );
    expect(responses.map(({ version }) => version.status)).toEqual([
      'submitted',
      'submitted',
      'submitted',
      'submitted',
    ]);
    await owner.call('versions.withdraw', { versionId });
    const again = await owner.call('versions.withdraw', { versionId });
    expect(again.version.status).toBe('withdrawn');
    expect((await owner.call('versions.submit', { versionId })).version.status).toBe('submitted');
    const { rows } = await server.context.pool.query(
      'SELECT event FROM audit_events WHERE version_id = $1 ORDER BY id',
      [versionId],
    );
    expect(rows.map((row) => row.event)).toEqual([
      'version.created',
      'version.upload-completed',
      'version.inspection-passed',
      'version.submitted',
      'version.withdrawn',
      'version.submitted',
    ]);
  });

  test('is only for its publisher', async () => {
    const { id: versionId } = await app.upload();
    expect((await stranger.tryCall('versions.submit', { versionId })).status).toBe(404);
    expect((await admin.tryCall('versions.submit', { versionId })).status).toBe(403);
    expect((await stranger.tryCall('versions.get', { versionId })).status).toBe(404);
  });

  test('rejects a versionCode that was already used, and names it', async () => {
    const [first, second] = [await app.upload(), await app.upload()];
    await owner.call('versions.submit', { versionId: first.id });
    const response = await owner.tryCall('versions.submit', { versionId: second.id });
    expect(response.error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { highestVersionCode: 1 },
    });
    const third = await app.upload();
    expect(third.status).toBe('invalid');
  });
});

test('the audit log cannot be changed, not even by the server', async () => {
  const { pool } = server.context;
  await expect(pool.query("UPDATE audit_events SET event = 'x'")).rejects.toThrow('append-only');
  await expect(pool.query('DELETE FROM audit_events')).rejects.toThrow('append-only');
  await expect(pool.query('TRUNCATE audit_events')).rejects.toThrow('append-only');
});
