import { describe, expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { awaitEmail, tokenOf } from '#test/support/emails.ts';
import { makePasskey } from '#test/support/passkey.ts';
import { PASSWORD } from '#test/support/people.ts';
import { NEW_PASSWORD, NOTHING, setUpPlantedAccounts } from './planted-accounts.ts';

const { server, hijack, plantCredentials, countCredentials, useToken, resetPassword, confirmationToken } =
  setUpPlantedAccounts();

describe('an account created by an attacker with the address of its later owner', () => {
  test('rejects credentials before the address is confirmed, and explains how to confirm it', async () => {
    const { uid, attacker } = await hijack();
    const token = await attacker.call('tokens.create', { name: 'CI', scopes: ['read'] });
    expect([token.status, token.error?.details?.reason]).toEqual([400, 'email-not-confirmed']);
    expect(token.error?.message).toContain('under Security');
    const passkey = makePasskey({ origin: new URL(server.url).origin });
    const options = await attacker.auth('passkey/generate-register-options');
    const rejections = [
      options,
      await attacker.auth('passkey/verify-registration', {
        response: passkey.register({ challenge: 'x', rp: { id: 'localhost' } }),
      }),
      await attacker.auth('two-factor/enable', { password: PASSWORD }),
      await attacker.auth('two-factor/verify-totp', { code: '123456' }),
    ];
    for (const { status, body } of rejections) {
      expect([status, body.code]).toEqual([403, 'EMAIL_NOT_CONFIRMED']);
      expect(body.message).toMatch(/^Confirm your email first/);
    }
    expect(await countCredentials(uid)).toEqual(NOTHING);
  });

  test('keeps nothing of the attacker’s after the owner resets the password', async () => {
    const { email, uid, attacker } = await hijack();
    const secret = await plantCredentials(uid);
    const elsewhere = openBrowser(server);
    await server.pool.query('UPDATE auth_users SET two_factor_enabled = false WHERE id = $1', [uid]);
    await elsewhere.auth('sign-in/email', { email, password: PASSWORD });
    await server.pool.query('UPDATE auth_users SET two_factor_enabled = true WHERE id = $1', [uid]);
    expect(await useToken(secret)).toBe(200);

    const response = await resetPassword(email);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ kept: { tokens: 0, passkeys: 0, twoFactor: false } });
    expect(await countCredentials(uid)).toEqual(NOTHING);
    expect(await useToken(secret)).toBe(401);
    for (const gone of [attacker, elsewhere]) expect(await gone.token()).toBeNull();
    await expect(server.signIn(email, PASSWORD)).rejects.toThrow('401');
    const owner = await server.signIn(email, NEW_PASSWORD);
    expect((await owner.call('users.me', {})).user).toMatchObject({
      emailVerified: true,
      twoFactorEnabled: false,
    });
  });

  test('is not confirmed by the link alone: it needs the password or sets a new one', async () => {
    const { email, attacker } = await hijack();
    const token = await confirmationToken(email);
    const owner = openBrowser(server);
    const opened = await owner.auth('confirm-email', { token });
    expect([opened.status, opened.body.code, opened.body.email]).toEqual([403, 'PASSWORD_NEEDED', email]);
    const guessed = await owner.auth('confirm-email', { token, password: 'not the password' });
    expect([guessed.status, guessed.body.code]).toEqual([400, 'INVALID_PASSWORD']);
    const unconfirmed = await attacker.call('users.me', {});
    expect(unconfirmed.result.user.emailVerified).toBe(false);
    expect((await owner.auth(`verify-email?token=${token}`)).status).toBe(404);
  });

  test('loses its profile and memberships when the owner resets the password', async () => {
    const { email, uid, attacker } = await hijack();
    await attacker.call('users.completeOnboarding', {
      displayName: 'Mallory',
      developerName: 'Mallory & Sons',
      developerType: 'organisation',
      intent: 'browse',
      acceptTerms: true,
    });
    await attacker.call('users.updateProfile', { links: { website: 'https://evil.example' } });
    await attacker.call('notifications.updatePreferences', { email: false });
    const publisher = await server.onboard();
    const { app } = await publisher.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.planted',
      name: 'App',
    });
    await server.pool.query(`INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'viewer')`, [
      app.id,
      uid,
    ]);
    await server.pool.query(
      `INSERT INTO publishing_requests (uid, state, requested_at) VALUES ($1, 'waiting', now())`,
      [uid],
    );
    await server.pool.query(`UPDATE users SET photo_url = $2, role = 'developer' WHERE uid = $1`, [
      uid,
      `avatars/${'a'.repeat(64)}.webp`,
    ]);

    expect((await resetPassword(email)).status).toBe(200);
    const owner = await server.signIn(email, NEW_PASSWORD);
    const { user } = await owner.call('users.me', {});
    expect(user).toMatchObject({
      displayName: null,
      photoURL: null,
      role: 'user',
      developerName: null,
      developerType: null,
      onboardingCompleted: false,
      links: {},
      publishing: { state: 'none' },
    });
    expect((await owner.call('notifications.getPreferences', {})).preferences.email).toBe(true);
    expect((await owner.tryCall('apps.get', { appId: app.id })).status).toBe(404);
  });

  test('cannot join an app with a misdirected invitation link', async () => {
    const publisher = await server.onboard();
    const { app } = await publisher.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.invited',
      name: 'App',
    });
    const { email, attacker } = await hijack();
    await publisher.call('members.invite', { appId: app.id, email, role: 'viewer' });
    const link = (await awaitEmail(server, email, /^Work on/)).body;
    const token = /invitation=([\w-]+)/.exec(link)?.[1];
    const { status, error } = await attacker.call('members.accept', { token });
    expect([status, error?.status]).toEqual([400, 'FAILED_PRECONDITION']);
    expect(error?.message).toMatch(/^Confirm your email first/);
  });

  test('cannot become an admin before its address is confirmed', async () => {
    const { uid } = await hijack();
    const admin = await server.admin();
    const { status, error } = await admin.tryCall('users.setRole', { uid, role: 'admin' });
    expect([status, error?.details?.reason]).toEqual([400, 'email-not-confirmed']);
  });
});

describe('a first confirmation', () => {
  test('ends all other sessions, removes credentials added before, and keeps the current session', async () => {
    const { email, uid, attacker: owner } = await hijack();
    const elsewhere = openBrowser(server);
    await elsewhere.auth('sign-in/email', { email, password: PASSWORD });
    const secret = await plantCredentials(uid);
    const before = await owner.call('sessions.list', {});
    const cookie = owner.cookies.get('quayside.session_token');

    const response = await owner.auth('confirm-email', { token: await confirmationToken(email) });
    expect([response.status, response.body.status]).toEqual([200, true]);
    expect(await countCredentials(uid)).toEqual(NOTHING);
    expect(await useToken(secret)).toBe(401);
    expect(await elsewhere.token()).toBeNull();
    const { user } = (await owner.call('users.me', {})).result;
    expect(user).toMatchObject({ emailVerified: true, twoFactorEnabled: false });
    const after = (await owner.call('sessions.list', {})).result.sessions;
    expect(after).toHaveLength(1);
    expect(owner.cookies.get('quayside.session_token')).not.toBe(cookie);
    expect(before.result.sessions.map(({ id }) => id)).not.toContain(after[0]?.id);
  });

  test('with the password ends all existing sessions', async () => {
    const { email, attacker } = await hijack();
    const phone = openBrowser(server);
    const token = await confirmationToken(email);
    expect((await phone.auth('confirm-email', { token, password: PASSWORD })).status).toBe(200);
    expect(await attacker.token()).toBeNull();
    expect((await phone.auth('confirm-email', { token })).body).toMatchObject({ status: true });
  });

  test('is completed by one of many concurrent requests, and an open session gains nothing meanwhile', async () => {
    const { email, uid, attacker } = await hijack();
    const token = await confirmationToken(email);
    const attempts = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        openBrowser(server).auth('confirm-email', { token, password: PASSWORD }),
      ),
      ...Array.from({ length: 10 }, () => attacker.call('tokens.create', { name: 'Late', scopes: ['read'] })),
    ]);
    expect(attempts.slice(0, 5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(attempts.slice(5).every(({ status }) => status === 400 || status === 401)).toBe(true);
    expect(await countCredentials(uid)).toEqual(NOTHING);
    const { rows } = await server.pool.query(
      `SELECT count(*)::int AS count FROM audit_events WHERE event = 'user.email-confirmed' AND subject_uid = $1`,
      [uid],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('rejects a token of another kind', async () => {
    const { email } = await hijack();
    await openBrowser(server).auth('request-password-reset', { email });
    const reset = tokenOf(await awaitEmail(server, email, /^Reset your password/));
    for (const token of [reset, 'x', '', `${await confirmationToken(email)}x`]) {
      expect((await openBrowser(server).auth('confirm-email', { token, password: PASSWORD })).status).toBe(
        401,
      );
    }
  });
});
