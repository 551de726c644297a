import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, startTestServer, type TestServer } from '#test/server.ts';

const NEW_ADMIN = { displayName: 'Olga', email: 'olga@store.example', password: 'a passphrase of olga' };

describe('without ADMIN_EMAIL', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ withoutAdmin: true });
    token = new URL(server.setupLink ?? '').searchParams.get('setup') ?? '';
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('the first start gives a link below the public address', () => {
    expect(server.setupLink).toMatch(`${server.url}login?setup=`);
    expect(token.length).toBeGreaterThanOrEqual(32);
  });

  test('a wrong link is refused and the right one stays good', async () => {
    const answer = await server.nobody.tryCall('setup.createFirstAdmin', { ...NEW_ADMIN, token: 'guessed' });
    expect(answer.status).toBe(403);
    expect((await server.nobody.call('settings.get', {})).needsFirstAdmin).toBe(true);
  });

  test('a password that is easy to guess is refused and the link stays good', async () => {
    const answer = await server.nobody.tryCall('setup.createFirstAdmin', {
      ...NEW_ADMIN,
      password: 'olga@store.example',
      token,
    });
    expect(answer.error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { issues: [{ path: 'password' }] },
    });
    expect((await server.nobody.call('settings.get', {})).needsFirstAdmin).toBe(true);
  });

  test('of several people with the link one becomes the admin, with onboarding done', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        server.nobody.tryCall('setup.createFirstAdmin', {
          ...NEW_ADMIN,
          email: `${name}@store.example`,
          token,
        }),
      ),
    );
    const won = answers.findIndex((answer) => answer.status === 200);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const admin = await server.signIn(`${'abc'[won]}@store.example`, NEW_ADMIN.password);
    const { user } = await admin.call('users.me', {});
    expect(user).toMatchObject({ role: 'admin', onboardingCompleted: true });
  });

  test('the link works once', async () => {
    const answer = await server.nobody.tryCall('setup.createFirstAdmin', { ...NEW_ADMIN, token });
    expect(answer.error.details).toEqual({ reason: 'has-admin' });
  });
});

test('with ADMIN_EMAIL the admin is there at once, onboarding done, and no link is made', async () => {
  await using server = await startTestServer();
  expect(server.setupLink).toBeNull();
  const admin = await server.signIn(ADMIN.email, ADMIN.password);
  expect((await admin.call('users.me', {})).user).toMatchObject({ role: 'admin', onboardingCompleted: true });
});
