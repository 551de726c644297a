import { expect, test } from 'vitest';
import { createOwnApp } from '#test/support/own-app.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { setUpHolds, WHY } from '#test/support/set-up-holds.ts';

const { server, admin, app, hold } = setUpHolds();
const apk = () => `fdroid/repo/${app.applicationId}_1.apk`;

test('links to its file end, except for staff', async () => {
  const link = async (person: Person) =>
    (await person.call('versions.getFileLink', { versionId: app.versionId })).path;
  const [own, staff] = [await link(app.owner), await link(admin)];
  await hold('version');
  expect((await server.nobody.fetch(own)).status).toBe(410);
  expect((await server.nobody.fetch(staff)).status).toBe(200);
  const { error } = await app.owner.tryCall('versions.getFileLink', { versionId: app.versionId });
  expect(error.details).toMatchObject({ reason: 'held' });
});

test('nothing of it is submitted, released wider, deleted or handed over; an approved version waits', async () => {
  const approved = await app.submit('next');
  await hold('app');
  await admin.call('reviews.approve', { versionId: approved });
  expect((await app.owner.call('versions.get', { versionId: approved })).version.status).toBe('approved');
  const { error } = await app.owner.tryCall('releases.publish', { versionId: approved });
  expect(error.details).toMatchObject({ reason: 'held' });
  expect(error.message).toContain(WHY.reason);
  const [active] = (await admin.call('holds.list', { subjectId: app.appId })).holds;
  await admin.call('holds.lift', { holdId: active?.id ?? '', reason: 'Fine.' });
  await waitUntil('it is published', async () => {
    const { version } = await app.owner.call('versions.get', { versionId: approved });
    return version.status === 'published';
  });
});

test.each(['version', 'app'] as const)('the review queue tells the hold on a %s', async (subject) => {
  const versionId = await app.submit('next');
  const subjectId = subject === 'app' ? app.appId : versionId;
  await admin.call('holds.create', { subject, subjectId, ...WHY });
  const { items } = await admin.call('reviews.queue', { limit: 100 });
  const item = items.find(({ version }) => version.id === versionId);
  expect(item?.version.hold).toMatchObject({ subject });
  expect(item?.app.hold?.subject).toBe(subject === 'app' ? 'app' : undefined);
});

test('of two admins at once one wins, and a hold is lifted once', async () => {
  const input = { subject: 'app', subjectId: app.appId, ...WHY };
  const responses = await Promise.all([1, 2, 3, 4].map(() => admin.tryCall('holds.create', input)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  const rejected = responses.find(({ status }) => status === 400);
  expect(rejected?.error.details).toMatchObject({ reason: 'already-held' });
  const holdId = responses.find(({ status }) => status === 200)?.result.hold.id ?? '';
  const lifts = await Promise.all([1, 2].map(() => admin.tryCall('holds.lift', { holdId, reason: 'x' })));
  expect(lifts.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(lifts.find(({ status }) => status === 400)?.error.details).toMatchObject({ reason: 'lifted' });
  const { holds } = await admin.call('holds.list', { state: 'lifted', subjectId: app.appId });
  expect(holds).toMatchObject([{ id: holdId, lifted: { reason: 'x', by: { uid: admin.uid } } }]);
});

test('only staff hold, lift and see holds, with a reason and a date, of what exists', async () => {
  const input = { subject: 'app', subjectId: app.appId, ...WHY };
  for (const [name, data] of [
    ['holds.create', input],
    ['holds.list', {}],
    ['stops.preview', { by: 'publisher', value: app.owner.uid }],
    ['stops.apply', { by: 'publisher', value: app.owner.uid, ...WHY }],
    ['blocks.list', {}],
  ] as const) {
    expect([name, (await app.owner.tryCall(name, data)).status]).toEqual([name, 403]);
  }
  for (const wrong of [{ reason: ' ' }, { reviewAt: 'soon' }, { kind: 'spite' }, { subjectId: "' OR 1=1" }]) {
    const { status } = await admin.tryCall('holds.create', { ...input, ...wrong });
    expect([400, 404]).toContain(status);
  }
  expect((await admin.tryCall('stops.preview', { by: 'certificate', value: 'x' })).status).toBe(400);
});

test('suspending a publisher holds their apps if asked, and the hold stays after the suspension', async () => {
  const suspension = { uid: app.owner.uid, reason: 'Malware', hold: WHY };
  await admin.call('users.suspend', suspension);
  expect((await server.nobody.fetch(apk())).status).toBe(410);
  await admin.call('users.suspend', { uid: app.owner.uid, suspended: false, reason: 'Sorry' });
  expect((await server.nobody.fetch(apk())).status).toBe(410);
  const { holds } = await admin.call('holds.list', { subjectId: app.owner.uid });
  expect(holds).toMatchObject([{ subject: 'publisher', publisher: { uid: app.owner.uid } }]);
});

test('a stop by certificate holds what it signed, and blocks uploads of anybody with the reason', async () => {
  const { version } = await app.owner.call('versions.get', { versionId: app.versionId });
  const value = version.signature?.signers[0] ?? '';
  const stop = { by: 'certificate', value: value.toUpperCase() } as const;
  const { consequences, sample } = await admin.call('stops.preview', stop);
  expect(consequences).toEqual({ publishers: 1, apps: 1, versions: 1, liveVersions: 1 });
  expect(sample).toMatchObject([{ versionId: app.versionId, isHeld: false }]);
  const applied = await admin.call('stops.apply', { ...stop, ...WHY });
  expect(applied).toMatchObject({ held: 1, remaining: 0, isBlocked: true });
  expect(await admin.call('stops.apply', { ...stop, ...WHY })).toMatchObject({ held: 0, isBlocked: true });
  expect((await server.nobody.fetch(apk())).status).toBe(410);

  const refused = await app.upload('next');
  expect(refused.status).toBe('invalid');
  const finding = refused.findings.find(({ rule }) => rule === 'blocked');
  expect(finding).toMatchObject({ severity: 'error' });
  expect(finding?.evidence).toContain(WHY.reason);

  const { blocks } = await admin.call('blocks.list', {});
  const block = blocks.find((each) => each.value === value);
  await admin.call('blocks.lift', { blockId: block?.id ?? '', reason: 'x' });
  const again = await admin.tryCall('blocks.lift', { blockId: block?.id ?? '', reason: 'x' });
  expect(again.error.details).toMatchObject({ reason: 'lifted' });
  expect((await app.upload('next')).status).toBe('draft');
});

test('a stop by file or library finds it in apps of anybody', async () => {
  const other = await createOwnApp(server);
  await other.upload();
  const { version } = await app.owner.call('versions.get', { versionId: app.versionId });
  const file = await admin.call('stops.preview', { by: 'file', value: version.sha256 ?? '' });
  expect(file.consequences).toMatchObject({ versions: 1, apps: 1 });
  const library = await admin.call('stops.preview', { by: 'library', value: 'libharbour.so' });
  expect(library.consequences.publishers).toBeGreaterThanOrEqual(2);
  const { value } = await admin.call('stops.preview', { by: 'library', value: 'libharbour.so#00000000' });
  expect(value).toBe('libharbour.so#00000000');
});

test('a running download ends when its package is held', async () => {
  const { storage, pool } = server.context;
  const bytes = Buffer.alloc(64 * 1024 * 1024, 1);
  await storage.put(`packages/${app.versionId}`, bytes);
  await pool.query('UPDATE versions SET size = $1 WHERE id = $2', [bytes.length, app.versionId]);
  const response = await fetch(`${server.url}${apk()}`);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await hold('version');
  // Read in small pieces, so that most of the file is still to come.
  const ended = await waitUntil('the download ended', async () => {
    const read = await reader.read().catch(String);
    return typeof read === 'string' ? read : read.done && 'complete';
  });
  expect(ended).toMatch(/terminated|aborted/);
});
