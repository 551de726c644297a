import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Person;
let publisher: Person;
let looker: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  publisher = await server.onboard('publisher@quay.example');
  looker = await server.onboard('looker_50@quay.example', 'look');
});
afterAll(() => server[Symbol.asyncDispose]());

const uids = async (filter: CallInput<'users.list'>) =>
  (await admin.call('users.list', filter)).users.map(({ uid }) => uid);

test('finds people by a part of their name, mail and publisher name, by their id, and takes signs literally', async () => {
  expect(await uids({ query: 'PUBLISHER@quay' })).toEqual([publisher.uid]);
  expect(await uids({ query: 'works of publisher' })).toEqual([publisher.uid]);
  expect(await uids({ query: looker.uid })).toEqual([looker.uid]);
  expect(await uids({ query: 'r_50@' })).toEqual([looker.uid]);
  expect(await uids({ query: 'r%50@' })).toEqual([]);
});

test('filters by role and by standing', async () => {
  expect(await uids({ role: 'developer' })).toEqual([publisher.uid]);
  expect(await uids({ role: 'admin' })).toEqual([admin.uid]);
  await server.context.pool.query("UPDATE users SET role = ' Guest' WHERE uid = $1", [looker.uid]);
  expect(await uids({ role: 'user' })).toEqual([looker.uid]);
  await admin.call('users.setVerified', { uid: publisher.uid, verified: true });
  expect(await uids({ standing: 'verified' })).toEqual([publisher.uid]);
  expect(await uids({ standing: 'unverified', role: 'user' })).toEqual([looker.uid]);
  await admin.call('users.suspend', { uid: looker.uid, reason: 'Spam.' });
  const { users } = await admin.call('users.list', { standing: 'suspended' });
  expect(users).toMatchObject([{ uid: looker.uid, suspensionReason: 'Spam.' }]);
  await admin.call('users.suspend', { uid: looker.uid, suspended: false, reason: 'Sorted out.' });
  expect(await uids({ standing: 'suspended' })).toEqual([]);
});

test('marks the last admin, whom nobody can demote or suspend', async () => {
  const last = async () =>
    (await admin.call('users.list', {})).users.filter(({ isLastAdmin }) => isLastAdmin).map(({ uid }) => uid);
  expect(await last()).toEqual([admin.uid]);
  for (const [name, data] of [
    ['users.setRole', { uid: admin.uid, role: 'user' }],
    ['users.suspend', { uid: admin.uid, reason: 'x' }],
  ] as const) {
    const answer = await admin.tryCall(name, data);
    expect(answer.error).toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(answer.error.message).toContain('last admin');
  }
  const second = await server.onboard('second@quay.example', 'look');
  await admin.call('users.setRole', { uid: second.uid, role: 'admin' });
  expect(await last()).toEqual([]);
});

test('a suspension needs a reason and ends every session', async () => {
  const person = await server.onboard('person@quay.example', 'look');
  const refused = await admin.tryCall('users.suspend', { uid: person.uid, reason: ' ' });
  expect(refused.error.details?.issues).toMatchObject([{ path: 'reason' }]);
  expect((await person.tryCall('users.me', {})).status).toBe(200);
  await admin.call('users.suspend', { uid: person.uid, reason: 'Spam.' });
  expect((await person.tryCall('users.me', {})).status).toBe(401);
  const { entries } = await admin.call('audit.list', { subjectUid: person.uid, event: 'user.suspended' });
  expect(entries).toMatchObject([{ actorUid: admin.uid, details: { reason: 'Spam.' } }]);
});

test('is the admins’ alone', async () => {
  expect((await publisher.tryCall('users.list', {})).status).toBe(403);
});
