import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

const NEW_ADMIN = { displayName: 'Olga', email: 'olga@store.example', password: 'a passphrase of olga' };

describe('without ADMIN_EMAIL', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ withoutAdmin: true });
    token = new URL(server.setupLink ?? '').searchParams.get('setup') ?? '';
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('the first start prints a link below the public address', () => {
    expect(server.setupLink).toMatch(`${server.url}login?setup=`);
    expect(token.length).toBeGreaterThanOrEqual(32);
  });

  test('a wrong link is rejected and the right one stays valid', async () => {
    const response = await server.nobody.tryCall('setup.createFirstAdmin', {
      ...NEW_ADMIN,
      token: 'guessed',
    });
    expect(response.status).toBe(403);
    expect((await server.nobody.call('settings.get', {})).needsFirstAdmin).toBe(true);
  });

  test('a weak password is rejected and the link stays valid', async () => {
    const response = await server.nobody.tryCall('setup.createFirstAdmin', {
      ...NEW_ADMIN,
      password: 'olga@store.example',
      token,
    });
    expect(response.error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { issues: [{ path: 'password' }] },
    });
    expect((await server.nobody.call('settings.get', {})).needsFirstAdmin).toBe(true);
  });

  test('only one of several concurrent users of the link becomes the admin, already onboarded', async () => {
    const responses = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        server.nobody.tryCall('setup.createFirstAdmin', {
          ...NEW_ADMIN,
          email: `${name}@store.example`,
          token,
        }),
      ),
    );
    const won = responses.findIndex((response) => response.status === 200);
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    const admin = await server.signIn(`${'abc'[won]}@store.example`, NEW_ADMIN.password);
    const { user } = await admin.call('users.me', {});
    expect(user).toMatchObject({ role: 'admin', onboardingCompleted: true });
  });

  test('the link works once', async () => {
    const response = await server.nobody.tryCall('setup.createFirstAdmin', { ...NEW_ADMIN, token });
    expect(response.error.details).toEqual({ reason: 'has-admin', sentence: expect.any(Array) });
  });
});

test('with ADMIN_EMAIL the admin exists from the start, onboarded, without a link', async () => {
  await using server = await startTestServer();
  expect(server.setupLink).toBeNull();
  const admin = await server.signIn(ADMIN.email, ADMIN.password);
  expect((await admin.call('users.me', {})).user).toMatchObject({ role: 'admin', onboardingCompleted: true });
});
