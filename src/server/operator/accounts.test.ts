import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { runOperatorCommand, runWithInput } from '#test/support/operator-command.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

const NEW_PASSWORD = 'seven quiet lighthouses';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...args: string[]) => runOperatorCommand(server.context, args, { PUBLIC_URL: server.url });
const tokenIn = (output: string) => /login\?mode=reset&token=([\w-]{32})/.exec(output)?.[1] ?? '';
const setPassword = (token: string) =>
  openBrowser(server).auth('reset-password', { token, newPassword: NEW_PASSWORD });
const readAudit = async (event: string) => {
  const { rows } = await server.context.pool.query(
    'SELECT actor_uid AS actor, details FROM audit_events WHERE event = $1',
    [event],
  );
  return rows;
};

describe('create-admin', () => {
  test('prints a link by which the new admin sets a password, once', async () => {
    const { code, stdout } = await run('create-admin', ' Olga@store.example');
    expect(code).toBe(0);
    expect(stdout).toContain('olga@store.example is an admin now.');
    expect((await setPassword(tokenIn(stdout))).status).toBe(200);
    expect((await setPassword(tokenIn(stdout))).status).toBe(400);
    const olga = await server.signIn('olga@store.example', NEW_PASSWORD);
    expect((await olga.call('users.me', {})).user).toMatchObject({
      role: 'admin',
      onboardingCompleted: true,
    });
    expect(await readAudit('user.admin-created')).toEqual([{ actor: null, details: { by: 'operator' } }]);
  });

  test('takes a password from standard input, and rejects a weak one', async () => {
    const create = (password: string) =>
      runWithInput(server.context, ['create-admin', 'pia@store.example', '--password'], `${password}\n`);
    const weak = await create('pia@store.example');
    expect([weak.code, weak.stdout]).toEqual([1, '']);
    expect(weak.stderr).toContain('This contains your name or email');
    const created = await create(NEW_PASSWORD);
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('Sign in at ') });
    expect(tokenIn(created.stdout)).toBe('');
    const pia = await server.signIn('pia@store.example', NEW_PASSWORD);
    expect((await pia.call('users.me', {})).user.role).toBe('admin');
  });

  test('rejects the email of an account, and what is no email', async () => {
    const person = await server.onboard('taken@store.example', 'browse');
    const taken = await run('create-admin', 'taken@store.example');
    expect([taken.code, taken.stdout]).toEqual([1, '']);
    expect(taken.stderr).toContain('npm run -s admin -- promote taken@store.example');
    expect((await person.call('users.me', {})).user.role).toBe('user');
    expect((await run('create-admin', 'nobody')).stderr).toContain('isn’t an email address');
  });
});

describe('reset-password', () => {
  test('prints a link that ends all sessions when it is used', async () => {
    const person = await server.onboard('forgetful@store.example', 'browse');
    const { code, stdout } = await run('reset-password', 'Forgetful@store.example');
    expect(code).toBe(0);
    expect(stdout).toContain('signs the account out everywhere');
    expect((await person.tryCall('users.me', {})).status).toBe(200);
    expect((await setPassword(tokenIn(stdout))).status).toBe(200);
    expect((await person.tryCall('users.me', {})).status).toBe(401);
    await server.signIn('forgetful@store.example', NEW_PASSWORD);
    expect((await setPassword(tokenIn(stdout))).status).toBe(400);
    expect(await readAudit('user.password-link-created')).toEqual([
      { actor: null, details: { by: 'operator' } },
    ]);
  });

  test('warns about an unconfirmed email, and rejects an unknown one', async () => {
    await server.signUp('planted@store.example');
    expect((await run('reset-password', 'planted@store.example')).stdout).toContain('was never confirmed');
    const unknown = await run('reset-password', 'unknown@store.example');
    expect([unknown.code, unknown.stderr]).toEqual([1, 'No account has the email unknown@store.example.\n']);
  });
});
