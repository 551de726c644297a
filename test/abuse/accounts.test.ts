import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { awaitEmail, readEmails } from '#test/support/emails.ts';
import { PASSWORD, type Person } from '#test/support/people.ts';
import { setUpPlantedAccounts } from './planted-accounts.ts';

const { server, plantCredentials, countCredentials, useToken, resetPassword } = setUpPlantedAccounts();

describe('a reset of a confirmed account', () => {
  let owner: Person;
  let secret: string;
  let revocationToken: string;

  test('ends sessions and trusted devices, and counts the credentials that remain', async () => {
    owner = await server.onboard('confirmed@example.org');
    secret = await plantCredentials(owner.uid);
    const { status, body } = await resetPassword(owner.email);
    expect(status).toBe(200);
    expect(body.kept).toEqual({ tokens: 1, passkeys: 1, twoFactor: true });
    revocationToken = body.revocationToken;
    expect((await owner.tryCall('users.me', {})).status).toBe(401);
    expect(await countCredentials(owner.uid)).toMatchObject({
      tokens: 1,
      passkeys: 1,
      secondFactors: 1,
      verifications: 0,
      pushes: 0,
    });
  });

  test('offers only the owner to revoke tokens and passkeys, and keeps the second factor', async () => {
    const forged = await server.nobody.tryCall('account.revokeAfterReset', {
      revocationToken: `${revocationToken}x`,
      tokens: true,
      passkeys: true,
    });
    expect(forged.status).toBe(403);
    expect(await useToken(secret)).toBe(200);
    const response = await server.nobody.call('account.revokeAfterReset', {
      revocationToken,
      tokens: true,
      passkeys: true,
    });
    expect(response).toEqual({
      revoked: { tokens: 1, passkeys: 1 },
      kept: { tokens: 0, passkeys: 0, twoFactor: true },
    });
    expect(await useToken(secret)).toBe(401);
    await awaitEmail(server, owner.email, /^A change to your account/);
  });

  test('leaves no session for a concurrent sign-in with the old password', async () => {
    const person = await server.onboard('racing@example.org');
    const browser = openBrowser(server);
    const reset = await server.pool.connect();
    await reset.query('BEGIN');
    await reset.query('SELECT 1 FROM auth_users WHERE id = $1 FOR UPDATE', [person.uid]);
    const signingIn = browser.auth('sign-in/email', { email: person.email, password: PASSWORD });
    await expect.poll(countWaiting).toBe(1);
    await reset.query('UPDATE auth_accounts SET updated_at = now() + $2::interval WHERE user_id = $1', [
      person.uid,
      '1 minute',
    ]);
    await reset.query('DELETE FROM auth_sessions WHERE user_id = $1', [person.uid]);
    await reset.query('COMMIT');
    reset.release();
    const { status, body } = await signingIn;
    expect([status, body.code]).toEqual([401, 'PASSWORD_CHANGED']);
    expect(await browser.token()).toBeNull();
    const { rows } = await server.pool.query('SELECT id FROM auth_sessions WHERE user_id = $1', [person.uid]);
    expect(rows).toEqual([]);
  });
});

/** Counts the server's statements that wait for another lock on a row. */
async function countWaiting(): Promise<number> {
  const { rows } = await server.pool.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE 'insert into "auth_sessions"%'`,
  );
  return rows[0].count;
}

test('creating a token sends an email', async () => {
  const person = await server.onboard('told@example.org');
  await person.call('tokens.create', { name: 'Build server', scopes: ['read'] });
  const email = await awaitEmail(server, person.email, /^A change to your account/);
  expect(email.body).toContain('API token');
  expect(await readEmails(server, person.email)).toHaveLength(2);
});

describe('limits of an account’s data', () => {
  test('accept names of 1 to 100 characters without control characters', async () => {
    const signUp = (name: string) =>
      openBrowser(server).auth('sign-up/email', {
        email: `name${randomUUID()}@example.org`,
        password: PASSWORD,
        name,
      });
    for (const name of ['', '   ', 'x'.repeat(101), 'a\u0001b', 'a\nb', 'a\u202eb']) {
      const { status, body } = await signUp(name);
      expect([status, body.code]).toEqual([400, 'NAME_REFUSED']);
    }
    const { status, body } = await signUp(`  ${'x'.repeat(100)} `);
    expect([status, body.user?.name]).toEqual([200, 'x'.repeat(100)]);
  });

  test('accept addresses of at most 254 characters', async () => {
    const { status } = await openBrowser(server).auth('sign-up/email', {
      email: `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(5)}org`,
      password: PASSWORD,
      name: 'Long',
    });
    expect(status).toBe(400);
  });

  test('keep 512 characters of the user agent, and 50 sessions, ending the least recently used', async () => {
    const { email } = await server.onboard('many@example.org');
    const first = openBrowser(server, { userAgent: `A${'x'.repeat(5000)}` });
    await first.auth('sign-in/email', { email, password: PASSWORD });
    const used = openBrowser(server);
    await used.auth('sign-in/email', { email, password: PASSWORD });
    await server.pool.query(
      `INSERT INTO auth_sessions (id, token, user_id, expires_at, last_used_at)
       SELECT gen_random_uuid(), gen_random_uuid(), id, now() + interval '1 day', now() - interval '1 hour'
       FROM auth_users, generate_series(1, 200) WHERE email = $1`,
      [email],
    );
    const { rows } = await server.pool.query(
      `SELECT max(length(user_agent))::int AS longest FROM auth_sessions`,
    );
    expect(rows).toEqual([{ longest: 512 }]);
    await Promise.all(
      Array.from({ length: 5 }, () =>
        openBrowser(server).auth('sign-in/email', { email, password: PASSWORD }),
      ),
    );
    const { sessions } = (await used.call('sessions.list', {})).result;
    expect(sessions).toHaveLength(50);
    expect(sessions[0]).toMatchObject({ current: true });
  });

  test('accept only the three roles, normalised', async () => {
    const person = await server.onboard('role@example.org', 'browse');
    for (const role of ['\tadmin', 'Admin', ' admin ', 'admin\u00a0', 'guest']) {
      await expect(
        server.pool.query('UPDATE users SET role = $2 WHERE uid = $1', [person.uid, role]),
      ).rejects.toThrow('users_role');
    }
  });
});
