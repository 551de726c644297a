import { createHash, randomUUID } from 'node:crypto';
import { createTokenSecret } from '#server/identity/token-secret.ts';
import { type Browser, openBrowser } from '#test/support/browser.ts';
import { awaitEmail, tokenOf } from '#test/support/emails.ts';
import { PASSWORD } from '#test/support/people.ts';
import { setUpServer } from '#test/support/set-up.ts';
import { startAttackedServer } from './server.ts';

export const NEW_PASSWORD = 'seven quiet lighthouses';
/** An account with nothing but its password. */
export const NOTHING = { tokens: 0, passkeys: 0, secondFactors: 0, verifications: 0, pushes: 0 };

/** Starts a server for the tests of a file, with the means to plant accounts and credentials. */
export function setUpPlantedAccounts() {
  const server = setUpServer(() => startAttackedServer());
  let next = 0;

  /** Signs the attacker's browser up with the address of another user. */
  async function hijack(): Promise<{ email: string; uid: string; attacker: Browser }> {
    next += 1;
    const email = `victim${next}@example.org`;
    const attacker = openBrowser(server);
    const { body } = await attacker.auth('sign-up/email', { email, password: PASSWORD, name: 'Mallory' });
    await attacker.call('users.me', {});
    return { email, uid: body.user.id, attacker };
  }

  /** Adds a credential of each kind besides the password. Returns the token's secret. */
  async function plantCredentials(uid: string): Promise<string> {
    const secret = createTokenSecret();
    const hash = createHash('sha256').update(secret).digest('hex');
    await server.pool.query(
      `INSERT INTO api_tokens (id, owner_uid, name, scopes, secret_hash, hint)
       VALUES ($1, $2, 'CI', '{read,upload}', $3, 'qs_plan')`,
      [randomUUID(), uid, hash],
    );
    await server.pool.query(
      `INSERT INTO auth_passkeys (id, name, public_key, user_id, credential_id, counter, device_type, backed_up)
       VALUES ($1, 'Mine', 'key', $2, $1, 0, 'singleDevice', false)`,
      [randomUUID(), uid],
    );
    await server.pool.query(
      `INSERT INTO auth_two_factors (id, user_id, secret, backup_codes) VALUES ($1, $2, 'secret', 'codes')`,
      [randomUUID(), uid],
    );
    await server.pool.query('UPDATE auth_users SET two_factor_enabled = true WHERE id = $1', [uid]);
    await server.pool.query(
      `INSERT INTO auth_verifications (id, identifier, value, expires_at)
       VALUES ($1, $1, $2, now() + interval '30 days')`,
      [`trust-device-${randomUUID()}`, uid],
    );
    await server.pool.query(
      `INSERT INTO push_subscriptions (id, uid, endpoint, p256dh, auth) VALUES ($1, $2, $3, 'key', 'auth')`,
      [randomUUID(), uid, `https://push.example/${randomUUID()}`],
    );
    return secret;
  }

  /** Counts the credentials of an account besides the password, and its other means of access. */
  async function countCredentials(uid: string): Promise<Record<string, number>> {
    const { rows } = await server.pool.query(
      `SELECT (SELECT count(*)::int FROM api_tokens WHERE owner_uid = $1) AS tokens,
              (SELECT count(*)::int FROM auth_passkeys WHERE user_id = $1) AS passkeys,
              (SELECT count(*)::int FROM auth_two_factors WHERE user_id = $1) AS "secondFactors",
              (SELECT count(*)::int FROM auth_verifications WHERE value = $1) AS verifications,
              (SELECT count(*)::int FROM push_subscriptions WHERE uid = $1) AS pushes`,
      [uid],
    );
    return rows[0];
  }

  const useToken = async (secret: string) =>
    (
      await fetch(`${server.url}us-central1/apps.list`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}` },
        body: '{"data":{"scope":"mine"}}',
      })
    ).status;

  async function resetPassword(email: string, newPassword = NEW_PASSWORD) {
    await openBrowser(server).auth('request-password-reset', { email });
    const token = tokenOf(await awaitEmail(server, email, /^Reset your password/));
    return openBrowser(server).auth('reset-password', { token, newPassword });
  }

  const confirmationToken = async (email: string) =>
    tokenOf(await awaitEmail(server, email, /^Confirm your email/));

  return { server, hijack, plantCredentials, countCredentials, useToken, resetPassword, confirmationToken };
}
