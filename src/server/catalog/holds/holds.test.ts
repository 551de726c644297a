import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import { createOwnApp, createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let admin: Person;
let app: PublishedApp;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  app = await createPublishedApp(server);
  await rebuildWhenFree(server.context);
});

const reviewAt = '2030-01-31T00:00:00Z';
const why = { reason: 'It steals contacts.', kind: 'malware', reviewAt } as const;
type Subject = CallInput<'holds.create'>['subject'];

const idOf = (subject: Subject) =>
  ({ version: app.versionId, app: app.appId, publisher: app.owner.uid })[subject];
const hold = async (subject: Subject) =>
  (await admin.call('holds.create', { subject, subjectId: idOf(subject), ...why })).hold;
const apk = () => `fdroid/repo/${app.applicationId}_1.apk`;

async function text(path: string): Promise<string> {
  return (await server.nobody.fetch(path)).text();
}

/** The public lists in which an app is, and the status of each of its own addresses. */
async function readPublic(icon: string) {
  const { applicationId, versionId } = app;
  const lists = [
    'fdroid/repo/entry.json',
    'fdroid/repo/index-v2.json',
    'catalog/v1/apps',
    'catalog/v1/releases.atom',
    'fdroid/repo/',
  ];
  const listed = await Promise.all(
    lists.slice(1).map(async (path) => (await text(path)).includes(applicationId)),
  );
  const pages = [
    `catalog/v1/apps/android/${applicationId}`,
    `catalog/v1/apps/android/${applicationId}/versions`,
    `catalog/v1/apps/android/${applicationId}/releases.atom`,
    `fdroid/repo/?app=${applicationId}`,
    `transparency/receipts/${versionId}`,
  ];
  const statuses = await Promise.all(pages.map(async (path) => (await server.nobody.fetch(path)).status));
  const files = [
    { path: apk() },
    { path: apk(), init: { method: 'HEAD' } },
    { path: apk(), init: { headers: { Range: 'bytes=0-9' } } },
    { path: `fdroid/repo/${icon}` },
  ];
  const served = await Promise.all(
    files.map(async ({ path, init }) => (await server.nobody.fetch(path, init)).status),
  );
  const device = { platform: 'android', applicationId, deviceId: 'a device' } as const;
  const { version } = await server.nobody.call('releases.getForDevice', device);
  return { listed, statuses, served, isOffered: version !== null };
}

const GONE = {
  listed: [false, false, false, false],
  statuses: [404, 404, 404, 404, 404],
  served: [410, 410, 410, 410],
  isOffered: false,
};
const PUBLIC = {
  listed: [true, true, true, true],
  statuses: [200, 200, 200, 200, 200],
  served: [200, 200, 206, 200],
  isOffered: true,
};

test.each(['version', 'app', 'publisher'] as const)(
  'a held %s is gone from everything public within a second, its files answer 410, and lifting restores it',
  async (subject) => {
    const icon = /"name":"(\/[^"]+\/en-US\/[^"]*\.png)"/.exec(
      (await text('fdroid/repo/index-v2.json')).split(app.applicationId).slice(1).join(app.applicationId),
    )?.[1];
    const path = (icon ?? '').slice(1);
    expect(await readPublic(path)).toEqual(PUBLIC);
    const begun = performance.now();
    const { id: holdId } = await hold(subject);
    // Files don't wait for the feed.
    expect((await server.nobody.fetch(apk())).status).toBe(410);
    await waitUntil(
      'the feed lacks it',
      async () => !(await text('fdroid/repo/index-v2.json')).includes(app.applicationId),
    );
    // A second, and patience for a loaded machine.
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(await readPublic(path)).toEqual(GONE);
    const { app: shown, versions } = await app.owner.call('apps.get', { appId: app.appId });
    expect(versions[0]).toMatchObject({
      status: 'published',
      downloadPath: null,
      hold: { subject, kind: 'malware', reason: why.reason },
    });
    expect(shown.hold === null).toBe(subject === 'version');
    const notified = (await app.owner.call('notifications.list', {})).notifications;
    expect(notified[0]).toMatchObject({ type: 'system_message' });
    expect(notified[0]?.message).toContain(why.reason);

    await admin.call('holds.lift', { holdId, reason: 'A false alarm.' });
    await waitUntil('the feed has it', async () =>
      (await text('fdroid/repo/index-v2.json')).includes(app.applicationId),
    );
    expect(await readPublic(path)).toEqual(PUBLIC);
    expect((await app.owner.call('notifications.list', {})).notifications[0]?.message).toContain(
      'A false alarm.',
    );
  },
);

test('an iOS app is gone from the source, and its package answers 410', async () => {
  const { appId, versionId } = await publishIpa(server.context, { applicationId: 'org.example.heldios' });
  await rebuildWhenFree(server.context, { isForced: true });
  const path = `altstore/packages/${versionId}.ipa`;
  const isListed = async () => (await text('altstore/source.json')).includes('org.example.heldios');
  expect([await isListed(), (await server.nobody.fetch(path)).status]).toEqual([true, 200]);
  await admin.call('holds.create', { subject: 'app', subjectId: appId, ...why });
  expect((await server.nobody.fetch(path)).status).toBe(410);
  await waitUntil('the source lacks it', async () => !(await isListed()));
});

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
  expect(error.message).toContain(why.reason);
  const [active] = (await admin.call('holds.list', { subjectId: app.appId })).holds;
  await admin.call('holds.lift', { holdId: active?.id ?? '', reason: 'Fine.' });
  await waitUntil('it is published', async () => {
    const { version } = await app.owner.call('versions.get', { versionId: approved });
    return version.status === 'published';
  });
});

test('of two admins at once one wins, and a hold is lifted once', async () => {
  const input = { subject: 'app', subjectId: app.appId, ...why };
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
  const input = { subject: 'app', subjectId: app.appId, ...why };
  for (const [name, data] of [
    ['holds.create', input],
    ['holds.list', {}],
    ['stops.preview', { by: 'publisher', value: app.owner.uid }],
    ['stops.apply', { by: 'publisher', value: app.owner.uid, ...why }],
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
  const suspension = { uid: app.owner.uid, reason: 'Malware', hold: why };
  await admin.call('users.suspend', suspension);
  expect((await server.nobody.fetch(apk())).status).toBe(410);
  await admin.call('users.suspend', { uid: app.owner.uid, suspended: false, reason: 'Sorry' });
  expect((await server.nobody.fetch(apk())).status).toBe(410);
  const { holds } = await admin.call('holds.list', { subjectId: app.owner.uid });
  expect(holds).toMatchObject([{ subject: 'publisher', publisher: { uid: app.owner.uid } }]);
});

test('a stop by certificate holds what it signed, and refuses uploads of anybody with the reason', async () => {
  const { version } = await app.owner.call('versions.get', { versionId: app.versionId });
  const value = version.signature?.signers[0] ?? '';
  const stop = { by: 'certificate', value: value.toUpperCase() } as const;
  const { consequences, sample } = await admin.call('stops.preview', stop);
  expect(consequences).toEqual({ publishers: 1, apps: 1, versions: 1, liveVersions: 1 });
  expect(sample).toMatchObject([{ versionId: app.versionId, isHeld: false }]);
  const applied = await admin.call('stops.apply', { ...stop, ...why });
  expect(applied).toMatchObject({ held: 1, remaining: 0, isBlocked: true });
  expect(await admin.call('stops.apply', { ...stop, ...why })).toMatchObject({ held: 0, isBlocked: true });
  expect((await server.nobody.fetch(apk())).status).toBe(410);

  const refused = await app.upload('next');
  expect(refused.status).toBe('invalid');
  const finding = refused.findings.find(({ rule }) => rule === 'blocked');
  expect(finding).toMatchObject({ severity: 'error' });
  expect(finding?.evidence).toContain(why.reason);

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
  const reader = response.body?.getReader();
  await reader?.read();
  await hold('version');
  const start = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 900));
  await expect(
    (async () => {
      for (;;) if ((await reader?.read())?.done) return 'complete';
    })(),
  ).rejects.toThrow();
  expect(performance.now() - start).toBeLessThan(5_000);
});
