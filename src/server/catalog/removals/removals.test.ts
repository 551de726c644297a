import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { awaitEmail } from '#test/support/emails.ts';
import { createOwnApp, createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { hashSecret } from '../../identity/principals.ts';
import { carryOutRequests } from './carry-out.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let admin: Person;
let app: PublishedApp;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  app = await createPublishedApp(server);
  ({ owner, appId } = app);
});

const sql = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);
const inDays = (days: number) => ({
  ...server.context,
  clock: () => new Date(server.context.clock().getTime() + days * DAY_MS),
});
/** Runs the hourly job as it will run after some days. */
const runIn = (days: number) => carryOutRequests(inDays(days), new AbortController().signal);
const statusOf = async (by = owner) => (await by.call('apps.get', { appId })).app.status;
const removalOf = async () => (await owner.call('apps.get', { appId })).removal;
const ask = (data: { days?: number; reason?: string } = {}, by = owner) =>
  by.tryCall('apps.requestRemoval', { appId, days: 14, ...data });
const withdraw = (by = owner) => by.tryCall('apps.withdrawRemoval', { appId });
const hold = () =>
  admin.call('holds.create', {
    subject: 'app',
    subjectId: appId,
    kind: 'legal',
    reason: 'A court asked for it.',
    reviewAt: new Date(Date.now() + 7 * DAY_MS).toISOString(),
  });

async function addMember(role: string): Promise<Person> {
  const person = await server.onboard();
  await sql('INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, $3)', [appId, person.uid, role]);
  return person;
}

/** Returns the titles of the notifications that a person got about leaving, oldest first. */
async function titlesFor(person: Person): Promise<string[]> {
  const { notifications } = await person.call('notifications.list', {});
  const about = /remov|stays|deleted|deletion/i;
  return notifications
    .map(({ title }) => title)
    .filter((title) => about.test(title))
    .toReversed();
}

/** Returns the names of the events about an app or a user that begin with a prefix. */
async function eventsOf(id: string, prefix: string): Promise<string[]> {
  const { rows } = await sql(
    'SELECT event FROM audit_events WHERE (app_id = $1 OR subject_uid = $1) AND starts_with(event, $2) ORDER BY id',
    [id, prefix],
  );
  return rows.map(({ event }) => event);
}

/** Invites a person to become the publisher, and returns the secret of the link. */
async function inviteAsPublisher(person: Person): Promise<string> {
  const token = randomUUID();
  await sql(
    `INSERT INTO app_invitations (id, app_id, email, role, token_hash, invited_by_uid, expires_at)
     VALUES ($1, $2, $3, 'publisher', $4, $5, now() + interval '14 days')`,
    [token, appId, person.email, hashSecret(token), owner.uid],
  );
  return token;
}

const reasonOf = ({ status, error }: Awaited<ReturnType<Person['tryCall']>>) => [
  status,
  error.status,
  error.details?.reason,
];
const DENIED = [400, 'FAILED_PRECONDITION'];

describe('asking for the removal of an app', () => {
  test('removes it on the date, tells everybody who works on it, and staff can restore it', async () => {
    const viewer = await addMember('viewer');
    const { result } = await ask({ days: 30, reason: ' It has a successor. ' });
    expect(result.removal).toMatchObject({
      state: 'pending',
      reason: 'It has a successor.',
      isWithAccount: false,
      declined: null,
    });
    expect(Date.parse(result.removal.removeAt) - Date.parse(result.removal.requestedAt)).toBe(30 * DAY_MS);
    expect(await removalOf()).toEqual(result.removal);

    await runIn(29.9);
    expect(await statusOf()).toBe('published');
    await runIn(30.1);
    expect(await statusOf()).toBe('removed');
    expect(await removalOf()).toBeNull();
    for (const person of [owner, viewer]) {
      expect(await titlesFor(person)).toEqual(['App will be removed', 'App Removed']);
    }
    expect((await server.nobody.fetch(`fdroid/repo/${app.applicationId}_1.apk`)).status).toBe(410);
    // A second run, and one of another server at the same time, find nothing to do.
    await Promise.all([runIn(31), runIn(31)]);
    expect(await eventsOf(appId, 'app.remov')).toEqual(['app.removal-requested', 'app.removed-on-request']);

    await admin.call('apps.restore', { appId, reason: 'The publisher changed their mind.' });
    expect(await statusOf()).toBe('published');
  });

  test('is for the publisher alone, and for published and unpublished apps', async () => {
    const [stranger, coOwner] = await Promise.all([server.onboard(), addMember('owner')]);
    expect((await ask({}, stranger)).status).toBe(404);
    expect((await ask({}, admin)).status).toBe(403);
    expect((await ask({}, coOwner)).error.message).toBe(
      'Only the publisher can ask for the removal of this app.',
    );
    const draft = await owner.call('apps.create', {
      platform: 'android',
      applicationId: `${app.applicationId}.draft`,
      name: 'Draft',
    });
    const denied = await owner.tryCall('apps.requestRemoval', { appId: draft.app.id, days: 14 });
    expect(reasonOf(denied)).toEqual([...DENIED, 'wrong-status']);
    expect(denied.error.message).toContain('Delete it instead');
    await owner.call('apps.unpublish', { appId });
    expect((await ask()).status).toBe(200);
    await runIn(15);
    expect(reasonOf(await ask())).toEqual([...DENIED, 'wrong-status']);
    expect(reasonOf(await withdraw())).toEqual([...DENIED, 'not-requested']);
  });

  test.each([
    [{ days: 6 }, 'days'],
    [{ days: 91 }, 'days'],
    [{ days: 14.5 }, 'days'],
    [{ reason: 'x'.repeat(1_001) }, 'reason'],
  ])('rejects %o', async (data, path) => {
    const { status, error } = await ask(data);
    expect([status, error.details?.issues]).toEqual([
      400,
      [{ path, message: expect.any(String), sentence: expect.any(Array) }],
    ]);
  });

  test('happens once, also at the same time', async () => {
    const responses = await Promise.all([ask(), ask({ days: 30 }), ask({ days: 60 })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(reasonOf(await ask())).toEqual([...DENIED, 'already-requested']);
    expect(await eventsOf(appId, 'app.remov')).toEqual(['app.removal-requested']);
  });

  test('is withdrawn by any owner until the date, and can be asked for again', async () => {
    const [maintainer, coOwner] = await Promise.all([addMember('maintainer'), addMember('owner')]);
    expect(reasonOf(await withdraw())).toEqual([...DENIED, 'not-requested']);
    await ask();
    expect((await withdraw(maintainer)).status).toBe(403);
    const responses = await Promise.all([withdraw(coOwner), withdraw(owner)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    await runIn(15);
    expect(await statusOf()).toBe('published');
    expect(await titlesFor(maintainer)).toEqual(['App will be removed', 'App stays in the store']);
    expect((await ask()).status).toBe(200);
  });

  test('waits for the end of a hold, and staff can carry it out before', async () => {
    await ask();
    const { hold: held } = await hold();
    await runIn(15);
    expect(await statusOf(admin)).toBe('published');
    const { apps } = await admin.call('admin.removalRequests', {});
    expect(apps.find((row) => row.appId === appId)).toMatchObject({ name: app.name, waitsFor: 'hold' });
    await admin.call('holds.lift', { holdId: held.id, reason: 'It ended.' });
    await runIn(15);
    expect(await statusOf()).toBe('removed');

    await admin.call('apps.restore', { appId, reason: 'A test.' });
    await ask();
    await hold();
    await admin.call('apps.carryOutRemoval', { appId });
    expect(await statusOf()).toBe('removed');
  });

  test('is declined by staff with a ground, which the publisher reads, and can be asked for again', async () => {
    const decision = { appId, ground: 'case', reason: 'We look into a complaint.' } as const;
    expect(reasonOf(await admin.tryCall('apps.declineRemoval', decision))).toEqual([
      ...DENIED,
      'not-requested',
    ]);
    await ask();
    expect((await owner.tryCall('apps.declineRemoval', decision)).status).toBe(403);
    const without = await admin.tryCall('apps.declineRemoval', {
      ...decision,
      ground: 'dislike',
      reason: '',
    });
    expect(without.error.details?.issues).toMatchObject([{ path: 'ground' }, { path: 'reason' }]);
    await admin.call('apps.declineRemoval', decision);
    expect(await removalOf()).toMatchObject({
      state: 'declined',
      declined: { ground: 'case', reason: decision.reason },
    });
    await runIn(15);
    expect(await statusOf()).toBe('published');
    for (const name of ['apps.declineRemoval', 'apps.carryOutRemoval'] as const) {
      expect(reasonOf(await admin.tryCall(name, decision))).toEqual([...DENIED, 'not-requested']);
    }
    expect(await titlesFor(owner)).toEqual(['App will be removed', 'Removal declined']);
    expect((await ask()).result.removal).toMatchObject({ state: 'pending', declined: null });
    const { entries } = await admin.call('audit.list', { appId, event: 'app.removal-declined' });
    expect(entries).toMatchObject([{ actorUid: admin.uid, details: { ground: 'case' } }]);
  });

  test('ends with a transfer and with a removal by staff', async () => {
    const heir = await server.onboard();
    await ask();
    await heir.call('members.accept', { token: await inviteAsPublisher(heir) });
    expect(await removalOf()).toBeNull();
    await heir.call('apps.requestRemoval', { appId, days: 14 });
    await admin.call('apps.remove', { appId, reason: 'It spies.' });
    await admin.call('apps.restore', { appId, reason: 'It was fixed.' });
    await runIn(15);
    expect(await statusOf(heir)).toBe('published');
  });

  test('of a suspended publisher is still carried out', async () => {
    await ask();
    await admin.call('users.suspend', { uid: owner.uid, reason: 'Spam.' });
    expect((await withdraw()).status).toBe(401);
    await runIn(15);
    expect(await statusOf(admin)).toBe('removed');
  });

  test('that fails doesn’t block the others', async () => {
    await ask();
    const other = await createPublishedApp(server);
    await other.owner.call('apps.requestRemoval', { appId: other.appId, days: 14 });
    const broken = [appId, other.appId].sort()[0] ?? '';
    await sql(`
      CREATE FUNCTION fail_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE TRIGGER fail_for_test BEFORE UPDATE ON apps FOR EACH ROW WHEN (old.id = '${broken}')
        EXECUTE FUNCTION fail_for_test()`);
    const logged: unknown[] = [];
    const log = { ...server.context.log, error: (...entry: unknown[]) => logged.push(entry) };
    try {
      await carryOutRequests({ ...inDays(15), log } as never, new AbortController().signal);
    } finally {
      await sql('DROP TRIGGER fail_for_test ON apps; DROP FUNCTION fail_for_test');
    }
    const statuses = async () =>
      (await sql('SELECT id, status FROM apps WHERE id = ANY($1)', [[appId, other.appId]])).rows;
    const left = (await statuses()).filter(({ status }) => status !== 'removed');
    expect(left).toEqual([{ id: broken, status: 'published' }]);
    expect(logged).toHaveLength(1);
    await runIn(15);
    expect((await statuses()).map(({ status }) => status)).toEqual(['removed', 'removed']);
  });
});

describe('asking for the deletion of an account', () => {
  const askToDelete = (by = owner, data: object = {}) =>
    by.tryCall('account.requestDeletion', { email: by.email, days: 14, ...data });
  const keep = (by = owner) => by.tryCall('account.withdrawDeletion', {});
  const preview = (by = owner) => by.call('account.previewDeletion', {});
  const isThere = async ({ uid }: Person) =>
    (await sql('SELECT FROM users WHERE uid = $1', [uid])).rowCount === 1;

  test('removes its apps and deletes it on the date, with a trail that names nobody', async () => {
    const viewer = await addMember('viewer');
    const draft = await createOwnApp(server, { owner });
    const waiting = await createOwnApp(server, { owner });
    await waiting.submit();
    expect((await preview()).leaving).toHaveLength(3);
    expect((await preview()).leaving.find(({ id }) => id === appId)).toEqual({
      id: appId,
      name: app.name,
      status: 'published',
      isHeld: false,
      reviews: 0,
      members: 1,
      transferTo: null,
      removeAt: null,
    });
    expect((await preview()).leaving.find(({ id }) => id === waiting.appId)).toMatchObject({ reviews: 1 });

    const { result } = await askToDelete();
    expect(result.request).toMatchObject({ state: 'pending', declined: null });
    expect((await preview()).request).toEqual(result.request);
    expect(await removalOf()).toMatchObject({ isWithAccount: true, removeAt: result.request.deleteAt });
    const { accounts, apps } = await admin.call('admin.removalRequests', {});
    expect(accounts).toMatchObject([{ uid: owner.uid, email: owner.email, apps: 3, waitsFor: null }]);
    expect(apps.filter((row) => row.appId === appId)).toEqual([]);
    const { users } = await admin.call('users.list', { query: owner.uid });
    expect(users[0]?.deletion).toEqual(result.request);

    await runIn(13.9);
    expect([await isThere(owner), await statusOf()]).toEqual([true, 'published']);
    // Just before now by the server's clock, because emails leave by it.
    await sql("UPDATE account_deletion_requests SET delete_at = now() - interval '1 s' WHERE uid = $1", [
      owner.uid,
    ]);
    await Promise.all([runIn(0), runIn(0)]);
    expect(await isThere(owner)).toBe(false);
    expect((await owner.tryCall('users.me', {})).status).toBe(401);
    const left = await admin.call('apps.get', { appId });
    expect(left.app).toMatchObject({ status: 'removed', ownerName: 'Deleted account' });
    expect((await admin.tryCall('apps.get', { appId: draft.appId })).status).toBe(404);
    expect((await admin.call('apps.get', { appId: waiting.appId })).app.status).toBe('removed');
    expect(await titlesFor(viewer)).toEqual(['App will be removed', 'App Removed']);
    await awaitEmail(server, owner.email, /was deleted$/);
    expect(await eventsOf(owner.uid, 'user.dele')).toEqual([
      'user.deletion-requested',
      'user.deleted-on-request',
    ]);
    await runIn(15);
  });

  test('needs the address, a period, and happens once, also at the same time', async () => {
    const wrong = await askToDelete(owner, { email: 'another@example.org' });
    expect(wrong.error.details?.issues).toMatchObject([{ path: 'email' }]);
    expect((await askToDelete(owner, { days: 1 })).error.details?.issues).toMatchObject([{ path: 'days' }]);
    expect(reasonOf(await keep())).toEqual([...DENIED, 'not-requested']);
    const responses = await Promise.all([askToDelete(), askToDelete(), askToDelete()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(reasonOf(await askToDelete())).toEqual([...DENIED, 'already-requested']);
  });

  test('is withdrawn until the date, with the removals that are part of it', async () => {
    await askToDelete();
    expect(reasonOf(await withdraw())).toEqual([...DENIED, 'deleted-with-account']);
    const decision = { appId, ground: 'law', reason: 'It has to stay.' };
    expect(reasonOf(await admin.tryCall('apps.declineRemoval', decision))).toEqual([
      ...DENIED,
      'deleted-with-account',
    ]);
    await keep();
    expect([await removalOf(), (await preview()).request]).toEqual([null, null]);
    await runIn(15);
    expect([await isThere(owner), await statusOf()]).toEqual([true, 'published']);
    expect(await titlesFor(owner)).toEqual(
      expect.arrayContaining([
        'Your account will be deleted',
        'Your account stays',
        'App stays in the store',
      ]),
    );
    expect((await askToDelete()).status).toBe(200);
  });

  test('keeps the date of a removal that is earlier', async () => {
    const { result } = await ask({ days: 7 });
    await askToDelete();
    expect(await removalOf()).toEqual(result.removal);
    await runIn(8);
    expect([await isThere(owner), await statusOf()]).toEqual([true, 'removed']);
    await runIn(15);
    expect(await isThere(owner)).toBe(false);
  });

  test('leaves an app that was transferred meanwhile, and takes over none', async () => {
    const heir = await server.onboard();
    const token = await inviteAsPublisher(heir);
    expect((await preview()).leaving).toMatchObject([{ id: appId, transferTo: heir.email }]);
    await askToDelete();
    await askToDelete(heir);
    expect(reasonOf(await heir.tryCall('members.accept', { token }))).toEqual([...DENIED, 'account-leaving']);
    await keep(heir);
    await heir.call('members.accept', { token });
    await runIn(15);
    expect([await isThere(owner), await statusOf(heir)]).toEqual([false, 'published']);
  });

  test('waits for a hold; staff can carry it out before, and the hold stays', async () => {
    await askToDelete();
    await hold();
    await runIn(15);
    expect([await isThere(owner), await statusOf(admin)]).toEqual([true, 'published']);
    const { accounts } = await admin.call('admin.removalRequests', {});
    expect(accounts.find(({ uid }) => uid === owner.uid)).toMatchObject({ waitsFor: 'hold' });
    expect((await owner.tryCall('users.carryOutDeletion', { uid: owner.uid })).status).toBe(403);
    await admin.call('users.carryOutDeletion', { uid: owner.uid });
    expect(await isThere(owner)).toBe(false);
    expect((await admin.call('apps.get', { appId })).app).toMatchObject({
      status: 'removed',
      hold: { reason: 'A court asked for it.' },
    });
    expect(reasonOf(await admin.tryCall('users.carryOutDeletion', { uid: owner.uid }))).toEqual([
      ...DENIED,
      'not-requested',
    ]);
  });

  test('is declined by staff with a ground, and its apps stay', async () => {
    const decision = { uid: owner.uid, ground: 'law', reason: 'Invoices are kept for ten years.' } as const;
    expect(reasonOf(await admin.tryCall('users.declineDeletion', decision))).toEqual([
      ...DENIED,
      'not-requested',
    ]);
    await askToDelete();
    expect((await owner.tryCall('users.declineDeletion', decision)).status).toBe(403);
    await admin.call('users.declineDeletion', decision);
    expect((await preview()).request).toMatchObject({
      state: 'declined',
      declined: { ground: 'law', reason: decision.reason },
    });
    expect(await removalOf()).toBeNull();
    await runIn(15);
    expect([await isThere(owner), await statusOf()]).toEqual([true, 'published']);
    expect(await titlesFor(owner)).toContain('Account deletion declined');
    expect((await askToDelete()).result.request).toMatchObject({ state: 'pending', declined: null });
  });

  test('never takes the last admin or their claims, and returns what another admin claimed to the queue', async () => {
    const refused = await askToDelete(admin);
    expect(reasonOf(refused)).toEqual([...DENIED, 'last-admin']);
    const colleague = await server.onboard({}, 'browse');
    await admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
    await colleague.call('users.me', {});
    const waiting = await createOwnApp(server);
    const versionId = await waiting.submit();
    await colleague.call('reviews.claim', { versionId });
    expect((await preview(colleague)).claims).toBe(1);
    await askToDelete(admin);
    expect(reasonOf(await admin.tryCall('users.carryOutDeletion', { uid: admin.uid }))).toEqual([
      ...DENIED,
      'own-account',
    ]);
    await askToDelete(colleague);
    // Both are due, and the one that is left can't go.
    await sql('UPDATE account_deletion_requests SET delete_at = now() WHERE uid = $1', [colleague.uid]);
    await runIn(0.1);
    expect([await isThere(colleague), await isThere(admin)]).toEqual([false, true]);
    expect((await waiting.owner.call('versions.get', { versionId })).version.status).toBe('submitted');
    await admin.call('reviews.claim', { versionId });
    await runIn(15);
    expect(await isThere(admin)).toBe(true);
    expect((await waiting.owner.call('versions.get', { versionId })).version.status).toBe('in_review');
    const { accounts } = await admin.call('admin.removalRequests', {});
    expect(accounts.find(({ uid }) => uid === admin.uid)).toMatchObject({ waitsFor: 'last-admin' });
    await keep(admin);
  });

  test('of which one fails half-way changes nothing, doesn’t block the others, and is tried again', async () => {
    const other = await server.onboard();
    await Promise.all([askToDelete(), askToDelete(other)]);
    await sql(`
      CREATE FUNCTION fail_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE TRIGGER fail_for_test BEFORE DELETE ON users FOR EACH ROW WHEN (old.uid = '${owner.uid}')
        EXECUTE FUNCTION fail_for_test()`);
    const logged: unknown[] = [];
    const log = { ...server.context.log, error: (...entry: unknown[]) => logged.push(entry) };
    try {
      await carryOutRequests({ ...inDays(15), log } as never, new AbortController().signal);
    } finally {
      await sql('DROP TRIGGER fail_for_test ON users; DROP FUNCTION fail_for_test');
    }
    expect(logged).toHaveLength(1);
    expect([await isThere(owner), await isThere(other), await statusOf()]).toEqual([
      true,
      false,
      'published',
    ]);
    await runIn(15);
    expect(await isThere(owner)).toBe(false);
  });
});
