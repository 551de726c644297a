import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import type { User } from '#shared/users/calls.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let admin: Person;
let publisher: Person;
let visitor: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  publisher = await server.onboard('publisher@quay.example');
  visitor = await server.onboard('visitor_50@quay.example', 'browse');
});
afterAll(() => server[Symbol.asyncDispose]());

const uids = async (filter: CallInput<'users.list'>) =>
  (await admin.call('users.list', filter)).users.map(({ uid }) => uid);

const nameOf = (user: Pick<User, 'displayName' | 'email'>) => (user.displayName ?? user.email).toLowerCase();
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

test('finds people by a part of their name, mail and publisher name, by their id, and takes signs literally', async () => {
  expect(await uids({ query: 'PUBLISHER@quay' })).toEqual([publisher.uid]);
  expect(await uids({ query: 'works of publisher' })).toEqual([publisher.uid]);
  expect(await uids({ query: visitor.uid })).toEqual([visitor.uid]);
  expect(await uids({ query: 'r_50@' })).toEqual([visitor.uid]);
  expect(await uids({ query: 'r%50@' })).toEqual([]);
  // Every address has an @, but no index finds it.
  expect(await uids({ query: '@' })).toEqual([]);
});

test('filters by role and by status', async () => {
  expect(await uids({ role: 'developer' })).toEqual([publisher.uid]);
  expect(await uids({ role: 'admin' })).toEqual([admin.uid]);
  expect(await uids({ role: 'user' })).toEqual([visitor.uid]);
  await admin.call('users.setVerified', { uid: publisher.uid, verified: true });
  expect(await uids({ status: 'verified' })).toEqual([publisher.uid]);
  expect(await uids({ status: 'unverified', role: 'user' })).toEqual([visitor.uid]);
  await admin.call('users.suspend', { uid: visitor.uid, reason: 'Spam.' });
  const { users } = await admin.call('users.list', { status: 'suspended' });
  expect(users).toMatchObject([{ uid: visitor.uid, suspensionReason: 'Spam.' }]);
  await admin.call('users.suspend', { uid: visitor.uid, suspended: false, reason: 'Sorted out.' });
  expect(await uids({ status: 'suspended' })).toEqual([]);
});

test('is sorted by time, name or email, page by page without losing or repeating anyone', async () => {
  const { users: all } = await admin.call('users.list', {});
  const expected = {
    newest: all.map(({ uid }) => uid),
    name: all.toSorted((a, b) => compare(nameOf(a), nameOf(b))).map(({ uid }) => uid),
    email: all.toSorted((a, b) => compare(a.email, b.email)).map(({ uid }) => uid),
  };
  for (const sort of ['newest', 'name', 'email'] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.call('users.list', {
        sort,
        limit: 1,
        ...(cursor !== undefined && { cursor }),
      });
      seen.push(...page.users.map(({ uid }) => uid));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect({ sort, seen }).toEqual({ sort, seen: expected[sort] });
  }
  const { nextCursor } = await admin.call('users.list', { sort: 'name', limit: 1 });
  const other = await admin.tryCall('users.list', { sort: 'email', cursor: nextCursor ?? '' });
  expect(other).toMatchObject({ status: 400, error: { details: { issues: [{ path: 'cursor' }] } } });
  expect(await uids({ sort: 'name', role: 'developer' })).toEqual([publisher.uid]);
});

test('tells when somebody was last here', async () => {
  const { users } = await admin.call('users.list', { query: publisher.uid });
  expect(Date.parse(users[0]?.lastSeenAt ?? '')).toBeGreaterThan(Date.now() - 3_600_000);
  const { uid } = await server.onboard('gone@quay.example', 'browse');
  await admin.call('users.suspend', { uid, reason: 'Spam.' });
  const { users: gone } = await admin.call('users.list', { query: uid });
  expect(gone).toMatchObject([{ lastSeenAt: null }]);
});

test('marks the last admin, whom nobody can demote or suspend', async () => {
  const last = async () =>
    (await admin.call('users.list', {})).users.filter(({ isLastAdmin }) => isLastAdmin).map(({ uid }) => uid);
  expect(await last()).toEqual([admin.uid]);
  for (const [name, data] of [
    ['users.setRole', { uid: admin.uid, role: 'user' }],
    ['users.suspend', { uid: admin.uid, reason: 'x' }],
  ] as const) {
    const response = await admin.tryCall(name, data);
    expect(response.error).toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(response.error.message).toContain('last admin');
  }
  const second = await server.onboard('second@quay.example', 'browse');
  await admin.call('users.setRole', { uid: second.uid, role: 'admin' });
  expect(await last()).toEqual([]);
});

test('a suspension needs a reason and ends every session', async () => {
  const person = await server.onboard('person@quay.example', 'browse');
  const rejected = await admin.tryCall('users.suspend', { uid: person.uid, reason: ' ' });
  expect(rejected.error.details?.issues).toMatchObject([{ path: 'reason' }]);
  expect((await person.tryCall('users.me', {})).status).toBe(200);
  await admin.call('users.suspend', { uid: person.uid, reason: 'Spam.' });
  expect((await person.tryCall('users.me', {})).status).toBe(401);
  const { entries } = await admin.call('audit.list', { subjectUid: person.uid, event: 'user.suspended' });
  expect(entries).toMatchObject([{ actorUid: admin.uid, details: { reason: 'Spam.' } }]);
});

test('is the admins’ alone', async () => {
  expect((await publisher.tryCall('users.list', {})).status).toBe(403);
});
