import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let admin: Person;
let next = 0;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
beforeEach(() => {
  next += 1;
});
afterAll(() => server[Symbol.asyncDispose]());

const setPolicy = (publishing: 'open' | 'approval' | 'closed') =>
  admin.call('settings.update', { settings: { publishing } });
const stateOf = async (person: Person) => (await person.call('users.me', {})).user;

describe('onboarding as a publisher', () => {
  test('opens publishing at once where the store says so', async () => {
    await setPolicy('open');
    const person = await server.onboard(`open${next}@example.org`);
    expect(await stateOf(person)).toMatchObject({
      role: 'developer',
      publishing: { state: 'open', since: null, reason: null },
    });
  });

  test('waits for an admin where the store says so, and is seen to', async () => {
    await setPolicy('approval');
    const person = await server.onboard(`wait${next}@example.org`);
    const { role, publishing } = await stateOf(person);
    expect([role, publishing.state]).toEqual(['user', 'waiting']);
    expect(Date.now() - Date.parse(publishing.since ?? '')).toBeLessThan(60_000);
    expect((await person.tryCall('apps.create', {})).status).toBe(403);
  });

  test('leads nowhere where the store takes no publishers', async () => {
    await setPolicy('closed');
    const person = await server.onboard(`closed${next}@example.org`);
    expect(await stateOf(person)).toMatchObject({ role: 'user', publishing: { state: 'none' } });
    const response = await person.tryCall('users.askToPublish', {});
    expect(response.error.details).toEqual({ reason: 'publishing-closed', sentence: expect.any(Array) });
  });

  test('to look around asks for nothing', async () => {
    await setPolicy('approval');
    const person = await server.onboard(`look${next}@example.org`, 'browse');
    expect((await stateOf(person)).publishing.state).toBe('none');
  });
});

describe('asking later', () => {
  test('needs the developer name that someone who browses was never asked for', async () => {
    await setPolicy('open');
    const person = await server.signUp(`nameless${next}@example.org`);
    await server.confirmEmail(person.email);
    const names = { displayName: 'Nora Nameless', acceptTerms: true } as const;
    const withoutName = await person.tryCall('users.completeOnboarding', { ...names, intent: 'publish' });
    expect([withoutName.status, withoutName.error.details?.['issues']]).toMatchObject([
      400,
      [{ path: 'developerName' }, { path: 'developerType' }],
    ]);
    const { user } = await person.call('users.completeOnboarding', { ...names, intent: 'browse' });
    expect(user).toMatchObject({ role: 'user', developerName: null, developerType: null });

    const refused = await person.tryCall('users.askToPublish', {});
    expect([refused.status, refused.error.message]).toEqual([
      400,
      'Enter a developer name, which is shown with your apps.',
    ]);
    const asked = await person.call('users.askToPublish', {
      developerName: 'Nora’s Apps',
      developerType: 'organisation',
    });
    expect(asked.user).toMatchObject({
      role: 'developer',
      developerName: 'Nora’s Apps',
      developerType: 'organisation',
    });
    const again = await person.call('users.askToPublish', { developerName: 'Another' });
    expect(again.user.developerName).toBe('Nora’s Apps');
  });

  test('waits once, however often somebody asks', async () => {
    await setPolicy('approval');
    const person = await server.onboard(`later${next}@example.org`, 'browse');
    const { user } = await person.call('users.askToPublish', {});
    const again = await person.call('users.askToPublish', {});
    expect(user.publishing.state).toBe('waiting');
    expect(again.user.publishing).toEqual(user.publishing);
  });

  test('makes a developer where the policy is open by now', async () => {
    await setPolicy('approval');
    const person = await server.onboard(`by-now${next}@example.org`);
    await setPolicy('open');
    expect((await person.call('users.askToPublish', {})).user).toMatchObject({
      role: 'developer',
      publishing: { state: 'open' },
    });
  });

  test('needs onboarding first', async () => {
    await setPolicy('open');
    const person = await server.signUp(`early${next}@example.org`);
    const response = await person.tryCall('users.askToPublish', {});
    expect(response.error.details).toEqual({ reason: 'onboarding', sentence: expect.any(Array) });
  });
});

const waiting = async () => {
  await setPolicy('approval');
  return server.onboard(`decided${next}@example.org`);
};

describe('the decision', () => {
  test('is asked for in a list, who waits longest first', async () => {
    const [first, second] = [await waiting(), await server.onboard(`second${next}@example.org`)];
    const page = await admin.call('users.list', { publishing: 'waiting', limit: 100 });
    const uids = page.users.map(({ uid }) => uid);
    expect(uids.slice(-2)).toEqual([first.uid, second.uid]);
    expect(page.users.every(({ publishing }) => publishing.state === 'waiting')).toBe(true);
    const one = await admin.call('users.list', { publishing: 'waiting', limit: 1 });
    const two = await admin.call('users.list', {
      publishing: 'waiting',
      limit: 1,
      cursor: one.nextCursor ?? '',
    });
    expect([one.users[0]?.uid, two.users[0]?.uid]).toEqual(uids.slice(0, 2));
  });

  test('to approve makes a developer and tells them', async () => {
    const person = await waiting();
    const { user } = await admin.call('users.decidePublishing', { uid: person.uid, decision: 'approve' });
    expect(user).toMatchObject({ role: 'developer', publishing: { state: 'open' } });
    expect((await stateOf(person)).role).toBe('developer');
    const { notifications } = await person.call('notifications.list', {});
    expect(notifications).toMatchObject([
      {
        type: 'system_message',
        title: 'You can publish now',
        message: 'Quayside approved your request to publish. Create your first app.',
      },
    ]);
  });

  test('to decline says why, to them alone, and they may ask again', async () => {
    const person = await waiting();
    await admin.call('users.decidePublishing', {
      uid: person.uid,
      decision: 'decline',
      reason: 'Who are you?',
    });
    expect(await stateOf(person)).toMatchObject({
      role: 'user',
      publishing: { state: 'declined', reason: 'Who are you?' },
    });
    const { notifications } = await person.call('notifications.list', {});
    expect(notifications[0]?.message).toBe('Quayside declined your request to publish: Who are you?');
    expect((await person.call('users.askToPublish', {})).user.publishing).toMatchObject({
      state: 'waiting',
      reason: null,
    });
  });

  test('is made once: the second of two at the same time is rejected', async () => {
    const person = await waiting();
    const decide = (decision: object) =>
      admin.tryCall('users.decidePublishing', { uid: person.uid, ...decision });
    const responses = await Promise.all([
      decide({ decision: 'approve' }),
      decide({ decision: 'decline', reason: 'No.' }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    const declined = responses.find(({ status }) => status === 400);
    expect(declined?.error.details).toEqual({ reason: 'not-waiting', sentence: expect.any(Array) });
  });

  test('to decline needs a reason, an admin and somebody who waits', async () => {
    const person = await waiting();
    const decline = { uid: person.uid, decision: 'decline' };
    expect((await admin.tryCall('users.decidePublishing', decline)).status).toBe(400);
    expect((await person.tryCall('users.decidePublishing', { ...decline, reason: 'x' })).status).toBe(403);
    const nobody = { uid: 'nobody', decision: 'approve' };
    expect((await admin.tryCall('users.decidePublishing', nobody)).status).toBe(404);
  });

  test('is overtaken by giving the role outright', async () => {
    const person = await waiting();
    await admin.call('users.setRole', { uid: person.uid, role: 'developer' });
    expect((await stateOf(person)).publishing.state).toBe('open');
    await admin.call('users.setRole', { uid: person.uid, role: 'user' });
    expect((await stateOf(person)).publishing).toMatchObject({
      state: 'declined',
      reason: 'Store staff changed your role.',
    });
  });
});

describe('the badge', () => {
  test('is given and taken by admins', async () => {
    const person = await server.signUp(`badge${next}@example.org`);
    await person.call('users.me', {});
    const set = (verified: boolean) => admin.call('users.setVerified', { uid: person.uid, verified });
    expect((await set(true)).user.isVerified).toBe(true);
    expect((await stateOf(person)).isVerified).toBe(true);
    expect((await set(false)).user.isVerified).toBe(false);
    const { rows } = await server.context.pool.query(
      `SELECT event FROM audit_events WHERE subject_uid = $1 AND event LIKE 'user.%verified' ORDER BY id`,
      [person.uid],
    );
    expect(rows).toEqual([{ event: 'user.verified' }, { event: 'user.unverified' }]);
  });

  test('is not given by others, nor to nobody', async () => {
    const person = await server.signUp(`self${next}@example.org`);
    const self = { uid: person.uid, verified: true };
    expect((await person.tryCall('users.setVerified', self)).status).toBe(403);
    expect((await admin.tryCall('users.setVerified', { uid: 'nobody', verified: true })).status).toBe(404);
  });
});
