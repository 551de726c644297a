import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';
import { readFixture, sendBytes, uploadVersion, waitForInspection } from '#test/upload.ts';

let server: TestServer;
let owner: Person;
let stranger: Person;
let admin: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  [stranger, admin] = await Promise.all([server.onboard('stranger@example.org'), server.admin()]);
});
afterAll(() => server[Symbol.asyncDispose]());

let count = 0;
beforeEach(async () => {
  count += 1;
  await server.context.pool.query("UPDATE apps SET application_id = application_id || '.old' || $1", [count]);
  owner = await server.onboard(`owner${count}@example.org`);
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  appId = app.id;
});

const create = (size: number, more: object = {}) =>
  owner.call('versions.create', { appId, fileName: 'app.apk', size, ...more });

describe('an upload', () => {
  test('goes on after it was interrupted, where it stopped', async () => {
    const bytes = await readFixture('plain.apk');
    const { version, upload } = await create(bytes.length);
    expect((await sendBytes(upload.url, { bytes: bytes.subarray(0, 1000), by: owner })).status).toBe(204);
    const { upload: left } = await owner.call('versions.get', { versionId: version.id });
    expect(left).toEqual({ url: upload.url, offset: 1000 });
    const rest = { bytes: bytes.subarray(1000), offset: 1000, by: owner };
    expect((await sendBytes(upload.url, rest)).status).toBe(204);
    expect((await waitForInspection(owner, version.id)).status).toBe('draft');
    expect((await owner.call('versions.get', { versionId: version.id })).upload).toBeNull();
  });

  test('is handed over when the server stopped right after the last byte', async () => {
    const bytes = await readFixture('plain.apk');
    const { version, upload } = await create(bytes.length);
    await server.context.pool.query(
      `CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$`,
    );
    await server.context.pool.query('CREATE TRIGGER stop BEFORE UPDATE ON versions EXECUTE FUNCTION stop()');
    expect((await sendBytes(upload.url, { bytes, by: owner })).status).toBe(500);
    await server.context.pool.query('DROP FUNCTION stop CASCADE');
    expect((await owner.call('versions.get', { versionId: version.id })).version.status).toBe('uploading');

    const head = await fetch(upload.url, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${owner.token}`, 'Tus-Resumable': '1.0.0' },
    });
    expect(head.headers.get('upload-offset')).toBe(String(bytes.length));
    expect((await waitForInspection(owner, version.id)).status).toBe('draft');
  });

  test('is for its publisher alone', async () => {
    const bytes = await readFixture('plain.apk');
    const { upload } = await create(bytes.length);
    expect((await sendBytes(upload.url, { bytes, by: stranger })).status).toBe(404);
    expect((await sendBytes(upload.url, { bytes, by: admin })).status).toBe(403);
    expect((await sendBytes(upload.url, { bytes, by: server.nobody })).status).toBe(401);
    expect((await sendBytes(upload.url, { bytes, by: owner })).status).toBe(204);
  });

  test('refuses more bytes than were announced, a wrong offset, and a second time', async () => {
    const bytes = await readFixture('plain.apk');
    const { version, upload } = await create(bytes.length);
    const tooMany = Buffer.concat([bytes, Buffer.from('more')]);
    expect((await sendBytes(upload.url, { bytes: tooMany, by: owner })).status).toBe(413);
    expect((await sendBytes(upload.url, { bytes, offset: 7, by: owner })).status).toBe(409);
    const { upload: left } = await owner.call('versions.get', { versionId: version.id });
    const offset = left?.offset ?? 0;
    expect((await sendBytes(upload.url, { bytes: bytes.subarray(offset), offset, by: owner })).status).toBe(
      204,
    );
    expect((await sendBytes(upload.url, { bytes, by: owner })).status).toBe(404);
  });

  test('cannot be made or deleted at the upload address', async () => {
    const { upload } = await create(10);
    for (const method of ['POST', 'DELETE', 'GET', 'PUT']) {
      const response = await fetch(upload.url, {
        method,
        headers: { Authorization: `Bearer ${owner.token}` },
      });
      expect(response.status).toBe(400);
    }
  });

  test('that is not the announced file is invalid, and says so', async () => {
    const bytes = await readFixture('plain.apk');
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
  ])('refuses %j', async (wrong, path) => {
    const answer = await owner.tryCall('versions.create', { appId, fileName: 'a.apk', size: 10, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.error.details?.issues).toMatchObject([{ path }]);
  });

  test('is for the app’s publisher', async () => {
    const input = { appId, fileName: 'a.apk', size: 10 };
    expect((await stranger.tryCall('versions.create', input)).status).toBe(404);
    expect((await admin.tryCall('versions.create', input)).status).toBe(403);
  });
});

describe('an inspection', () => {
  test.each([
    ['unsigned.apk', 'signature'],
    ['debuggable.apk', 'debuggable'],
    ['truncated.apk', ''],
    ['corrupted.apk', 'signature'],
  ])('of %s ends in an explained refusal', async (name, rule) => {
    const done = await uploadVersion(owner, appId, await readFixture(name));
    expect(done.status).toBe('invalid');
    const errors = done.findings.filter((finding) => finding.severity === 'error');
    expect(errors.some((finding) => finding.rule.startsWith(rule))).toBe(true);
    for (const finding of errors) {
      expect([finding.title, finding.evidence, finding.fix].every((text) => text.length > 10)).toBe(true);
    }
    const answer = await owner.tryCall('versions.submit', { versionId: done.id });
    expect(answer.error.status).toBe('FAILED_PRECONDITION');
  });

  test('of something that is no package at all says what it wants', async () => {
    const done = await uploadVersion(owner, appId, Buffer.from('a letter to my aunt'));
    expect(done).toMatchObject({ status: 'invalid', package: null });
    expect(done.findings[0]?.severity).toBe('error');
  });

  test('of another app’s package says whose it is', async () => {
    const { app } = await owner.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.other',
      name: 'Other',
    });
    const done = await uploadVersion(owner, app.id, await readFixture('plain.apk'));
    expect(done.status).toBe('invalid');
    expect(JSON.stringify(done.findings)).toContain('org.example.harbour');
  });
});

describe('a submission', () => {
  test('and its withdrawal have their effect once', async () => {
    const { id: versionId } = await uploadVersion(owner, appId, await readFixture('plain.apk'));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => owner.call('versions.submit', { versionId })),
    );
    expect(answers.map(({ version }) => version.status)).toEqual([
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
      'version.received',
      'version.accepted',
      'version.submitted',
      'version.withdrawn',
      'version.submitted',
    ]);
  });

  test('is the publisher’s own', async () => {
    const { id: versionId } = await uploadVersion(owner, appId, await readFixture('plain.apk'));
    expect((await stranger.tryCall('versions.submit', { versionId })).status).toBe(404);
    expect((await admin.tryCall('versions.submit', { versionId })).status).toBe(403);
    expect((await stranger.tryCall('versions.get', { versionId })).status).toBe(404);
  });

  test('of a versionCode that is in use already is refused with the number', async () => {
    const plain = await readFixture('plain.apk');
    const [first, second] = [
      await uploadVersion(owner, appId, plain),
      await uploadVersion(owner, appId, plain),
    ];
    await owner.call('versions.submit', { versionId: first.id });
    const answer = await owner.tryCall('versions.submit', { versionId: second.id });
    expect(answer.error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { highestVersionCode: 1 } });
    const third = await uploadVersion(owner, appId, plain);
    expect(third.status).toBe('invalid');
  });
});

test('the audit log cannot be changed, not even by the server', async () => {
  const { pool } = server.context;
  await expect(pool.query("UPDATE audit_events SET event = 'x'")).rejects.toThrow('append-only');
  await expect(pool.query('DELETE FROM audit_events')).rejects.toThrow('append-only');
  await expect(pool.query('TRUNCATE audit_events')).rejects.toThrow('append-only');
});
