import { expect, test } from 'vitest';
import { awaitEmail } from '#test/support/emails.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { waitUntil } from '#test/support/patience.ts';
import { setUpHolds, WHY } from '#test/support/set-up-holds.ts';
import { uploadPackage } from '#test/support/uploads.ts';

const { server, admin, app, hold } = setUpHolds();

test('the publisher gets an email with the reason, and the audit log has the hold and its end', async () => {
  const { id: holdId } = await hold('app');
  const { body } = await awaitEmail(server.context.config, app.owner.email, /hold/i);
  expect(body).toContain(WHY.reason);
  await admin.call('holds.lift', { holdId, reason: 'A false alarm.' });
  const { entries } = await admin.call('audit.list', { appId: app.appId });
  const named = new Map(entries.map((entry) => [entry.event, entry]));
  expect(named.get('app.held')).toMatchObject({ actorUid: admin.uid, details: { reason: WHY.reason } });
  expect(named.get('app.hold-lifted')).toMatchObject({ details: { reason: 'A false alarm.' } });
});

test('nothing is deleted: files, statuses and releases are as before', async () => {
  const read = async () => {
    const { rows } = await server.context.pool.query(
      `SELECT v.status, v.sha256, v.deleted_at, to_jsonb(r) AS release
       FROM versions v JOIN releases r ON r.version_id = v.id
       WHERE v.id = $1`,
      [app.versionId],
    );
    return rows;
  };
  const before = await read();
  const { id: holdId } = await hold('app');
  expect(await read()).toEqual(before);
  expect(before).toHaveLength(1);
  await admin.call('holds.lift', { holdId, reason: 'Fine.' });
  expect(await read()).toEqual(before);
});

test.each(['file', 'library'] as const)(
  'a blocked %s rejects the upload of another publisher',
  async (by) => {
    const other = await createOwnApp(server);
    const bytes = other.build('plain');
    const first = await uploadPackage(other.owner, { appId: other.appId, fileName: 'a.apk', bytes });
    expect(first.status).toBe('draft');
    const { version } = await other.owner.call('versions.get', { versionId: first.id });
    const value = by === 'file' ? (version.sha256 ?? '') : 'libharbour.so';
    expect((await admin.call('stops.apply', { by, value, ...WHY })).isBlocked).toBe(true);
    await other.owner.tryCall('versions.delete', { versionId: first.id });
    const again = await uploadPackage(other.owner, { appId: other.appId, fileName: 'a.apk', bytes });
    const finding = again.findings.find(({ rule }) => rule === 'blocked');
    expect([again.status, finding?.severity]).toEqual(['invalid', 'error']);
    expect(finding?.evidence).toContain(WHY.reason);
    const { blocks } = await admin.call('blocks.list', {});
    const block = blocks.find((each) => each.value === value);
    await admin.call('blocks.lift', { blockId: block?.id ?? '', reason: 'x' });
  },
);

test('a stop by publisher is one hold with all their apps', async () => {
  const value = app.owner.uid;
  const { consequences } = await admin.call('stops.preview', { by: 'publisher', value });
  expect(consequences).toEqual({ publishers: 1, apps: 1, versions: 1, liveVersions: 1 });
  const applied = await admin.call('stops.apply', { by: 'publisher', value, ...WHY });
  expect(applied).toMatchObject({ held: 1, remaining: 0, isBlocked: false });
  const { holds } = await admin.call('holds.list', { subjectId: value });
  expect(holds).toMatchObject([{ subject: 'publisher', decisionId: applied.decisionId }]);
  expect((await server.nobody.fetch(`fdroid/repo/${app.applicationId}_1.apk`)).status).toBe(410);
});

test('hostile values are rejected or find nothing', async () => {
  const input = { subject: 'app', subjectId: app.appId, ...WHY } as const;
  const calls = [
    admin.tryCall('holds.create', { ...input, reason: 'x'.repeat(1_001) }),
    admin.tryCall('holds.create', { ...input, subjectId: 'x'.repeat(10_000) }),
    admin.tryCall('holds.create', { ...input, subject: 'version' }),
    admin.tryCall('holds.lift', { holdId: 'unknown', reason: 'x' }),
    admin.tryCall('blocks.lift', { blockId: 'unknown', reason: 'x' }),
    admin.tryCall('stops.preview', { by: 'library', value: '../libc.so' }),
    admin.tryCall('stops.preview', { by: 'library', value: 'x'.repeat(100_000) }),
    admin.tryCall('stops.apply', { by: 'publisher', value: 'nobody', ...WHY }),
  ];
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 404, 404, 404, 400, 400, 404]);
});

test('a version that its publisher scheduled stays unpublished while the app is held', async () => {
  const { id: versionId } = await app.upload('next');
  const at = new Date(Date.now() + 2_000).toISOString();
  await app.owner.call('versions.submit', { versionId, publication: { kind: 'scheduled', at } });
  const { id: holdId } = await hold('app');
  await admin.call('reviews.approve', { versionId });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const status = async () => (await app.owner.call('versions.get', { versionId })).version.status;
  expect(await status()).toBe('approved');
  expect((await server.nobody.fetch(`fdroid/repo/${app.applicationId}_2.apk`)).status).not.toBe(200);
  await admin.call('holds.lift', { holdId, reason: 'Fine.' });
  await waitUntil('it is published', async () => (await status()) === 'published');
});
