import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { awaitEmail, tokenOf } from '#test/support/emails.ts';
import { runWithEnvironment } from '#test/support/operator-command.ts';
import { ADMIN, PASSWORD } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { killServers, spawnServer } from '#test/support/server-process.ts';

let server: TestServer;
let dataDir: string;
beforeAll(async () => {
  server = await startTestServer();
  dataDir = await mkdtemp(join(tmpdir(), 'quayside-promote-'));
});
afterEach(killServers);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const databaseEnv = () => ({
  DATA_DIR: dataDir,
  DATABASE_URL: server.context.config.databaseUrl ?? '',
  SECRET: server.context.secret,
  STORAGE_URL: `file://${join(server.dataDir, 'storage')}`,
  LOG_LEVEL: 'fatal',
});
const promote = (...args: string[]) => runWithEnvironment(['promote', ...args], databaseEnv());
const startWith = (email: string) =>
  spawnServer({ ...databaseEnv(), ADMIN_EMAIL: email, ADMIN_PASSWORD: 'the admin passphrase' }).ended;

const roleOf = async (email: string) => {
  const { rows } = await server.context.pool.query(
    'SELECT role, onboarding_completed AS onboarded FROM users WHERE email = $1',
    [email],
  );
  return rows[0]?.role;
};

describe('ADMIN_EMAIL with the address of an account', () => {
  test('that is no admin rejects the start, says which command promotes, and promotes nobody', async () => {
    await server.signUp('squatter@store.example');
    const person = await server.onboard('plain@store.example', 'browse');
    for (const email of ['Squatter@store.example', person.email]) {
      const { code, stdout, stderr } = await startWith(email);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`npm run -s admin -- promote ${email.toLowerCase()}`);
      expect(await roleOf(email.toLowerCase())).not.toBe('admin');
    }
    const attempt = await openBrowser(server).auth('sign-in/email', {
      email: person.email,
      password: 'the admin passphrase',
    });
    expect(attempt.status).toBe(401);
  });

  test('that is an admin leaves it as it is, its password too', async () => {
    await using again = await startTestServer({
      env: {
        DATABASE_URL: databaseEnv().DATABASE_URL,
        SECRET: server.context.secret,
        STORAGE_URL: databaseEnv().STORAGE_URL,
        ADMIN_PASSWORD: 'quite another passphrase',
      },
    });
    const admin = await again.signIn(ADMIN.email, ADMIN.password);
    expect((await admin.call('users.me', {})).user.role).toBe('admin');
    await expect(again.signIn(ADMIN.email, 'quite another passphrase')).rejects.toThrow('401');
  });
});

describe('the promote command', () => {
  test('makes an account an admin, once, and the audit log says so', async () => {
    const person = await server.onboard('chosen@store.example', 'browse');
    expect(await promote(' Chosen@store.example')).toMatchObject({
      code: 0,
      stdout: 'chosen@store.example is an admin now.\n',
    });
    expect((await person.call('users.me', {})).user.role).toBe('admin');
    expect(await promote('chosen@store.example')).toMatchObject({
      code: 0,
      stdout: 'chosen@store.example is already an admin.\n',
    });
    const { rows } = await server.context.pool.query(
      `SELECT actor_uid, details FROM audit_events WHERE event = 'user.role-changed' AND subject_uid = $1`,
      [person.uid],
    );
    expect(rows).toEqual([{ actor_uid: null, details: { from: 'user', to: 'admin', by: 'operator' } }]);
  });

  test('rejects an account whose address was never confirmed, until its owner takes it over', async () => {
    const email = 'planted@store.example';
    await server.signUp(email);
    const rejected = await promote(email);
    expect(rejected.code).toBe(1);
    expect(rejected.stderr).toMatch(/was never confirmed/);
    expect(await roleOf(email)).not.toBe('admin');

    await openBrowser(server).auth('request-password-reset', { email });
    const token = tokenOf(await awaitEmail(server, email, /^Reset your password/));
    await openBrowser(server).auth('reset-password', { token, newPassword: 'seven quiet lighthouses' });
    expect((await promote(email)).code).toBe(0);
    await expect(server.signIn(email, PASSWORD)).rejects.toThrow('401');
    const owner = await server.signIn(email, 'seven quiet lighthouses');
    expect((await owner.call('users.me', {})).user.role).toBe('admin');
  });

  test('rejects an unknown address and a suspended account', async () => {
    const unknown = await promote('nobody@store.example');
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toMatch(/^No account has the email nobody@store\.example\./);
    const person = await server.onboard('suspended@store.example', 'browse');
    const admin = await server.admin();
    await admin.call('users.suspend', { uid: person.uid, reason: 'Spam.' });
    expect((await promote(person.email)).stderr).toMatch(/is suspended: Spam\./);
  });

  test('tells the new admin', async () => {
    const person = await server.onboard('informed@store.example', 'browse');
    await promote(person.email);
    const { notifications } = await person.call('notifications.list', {});
    expect(notifications).toMatchObject([{ type: 'system_message', title: 'You’re an admin now' }]);
  });

  test.each([[[]], [['promote']], [['demote', 'a@b.example']], [['promote', 'a@b.example', 'c@d.example']]])(
    'with %j says how it is used',
    async (args) => {
      const { code, stderr } = await runWithEnvironment(args, databaseEnv());
      expect(code).toBe(64);
      expect(stderr).toMatch(/^Usage:\n[^]*^ {2}npm run -s admin -- promote EMAIL /m);
    },
  );
});

test('the command for a lost or planted second factor turns it off, ends sessions and tells the owner', async () => {
  const person = await server.onboard('locked@store.example', 'browse');
  const { pool } = server.context;
  await pool.query(
    `INSERT INTO auth_two_factors (id, user_id, secret, backup_codes) VALUES ($1, $1, 'secret', 'codes')`,
    [person.uid],
  );
  await pool.query('UPDATE auth_users SET two_factor_enabled = true WHERE id = $1', [person.uid]);
  const remove = () => runWithEnvironment(['remove-second-factor', person.email], databaseEnv());
  expect(await remove()).toMatchObject({
    code: 0,
    stdout: 'Two-factor authentication is off for locked@store.example, and all sessions were signed out.\n',
  });
  expect((await person.tryCall('users.me', {})).status).toBe(401);
  const owner = await server.signIn(person.email);
  expect((await owner.call('users.me', {})).user.twoFactorEnabled).toBe(false);
  expect((await owner.call('notifications.list', {})).notifications).toMatchObject([
    { title: 'Two-factor authentication was turned off' },
  ]);
  expect((await remove()).stdout).toBe('locked@store.example doesn’t use two-factor authentication.\n');
});
