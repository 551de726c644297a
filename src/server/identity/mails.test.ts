import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { awaitEmail, readEmails, tokenOf } from '#test/support/emails.ts';
import { PASSWORD } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { signUp } from '#test/support/sign-up.ts';

const NEW_PASSWORD = 'seven quiet lighthouses';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const ask = (email: string) => openBrowser(server).auth('request-password-reset', { email });

describe('a new address', () => {
  test('is confirmed by the link in an email with text and HTML', async () => {
    const browser = await signUp(server, 'new@example.org');
    expect((await browser.auth('get-session')).body.user.emailVerified).toBe(false);

    const email = await awaitEmail(server, 'new@example.org', /^Confirm your email/);
    expect(email.body).toContain(`${server.url}login?mode=verify&token=`);
    expect(email.body).toContain('Content-Type: text/plain');
    expect(email.body).toContain('Content-Type: text/html');
    const response = await browser.auth('confirm-email', { token: tokenOf(email) });
    expect(response.body).toEqual({ status: true });
    expect((await browser.auth('get-session')).body.user.emailVerified).toBe(true);
  });

  test('is not confirmed by another token, and confirming does not sign in', async () => {
    await signUp(server, 'forged@example.org');
    const email = await awaitEmail(server, 'forged@example.org', /^Confirm/);
    const stranger = openBrowser(server);
    const confirm = (token: string) => stranger.auth('confirm-email', { token, password: PASSWORD });
    expect((await confirm(`${tokenOf(email)}x`)).status).toBe(401);
    expect((await confirm(tokenOf(email))).status).toBe(200);
    expect(await stranger.token()).toBeNull();
  });

  test('gets another email on request, which reveals nothing to others', async () => {
    const browser = await signUp(server, 'again@example.org');
    await awaitEmail(server, 'again@example.org', /^Confirm/);
    expect((await browser.auth('send-verification-email', { email: 'again@example.org' })).status).toBe(200);
    const known = await openBrowser(server).auth('send-verification-email', { email: 'again@example.org' });
    const unknown = await openBrowser(server).auth('send-verification-email', { email: 'no@example.org' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(await readEmails(server, 'no@example.org')).toEqual([]);
  });

  test('that has an account is rejected at sign-up, and its owner gets an email', async () => {
    await signUp(server, 'owner@example.org');
    const response = await openBrowser(server).auth('sign-up/email', {
      email: 'Owner@example.org',
      password: NEW_PASSWORD,
      name: 'Eve',
    });
    expect(response.status).toBe(422);
    expect(response.body.message).toBe(
      'This email can’t be used for a new account. If it’s yours, sign in or reset your password.',
    );
    await awaitEmail(server, 'Owner@example.org', /^You already have an account/);
  });
});

describe('a forgotten password', () => {
  test('is reset once by the link in an email, and every session ends', async () => {
    const before = await signUp(server, 'forgot@example.org');
    await before.call('users.me', {});
    expect((await ask('forgot@example.org')).status).toBe(200);
    const email = await awaitEmail(server, 'forgot@example.org', /^Reset your password/);
    expect(email.body).toContain(`${server.url}login?mode=reset&token=`);

    const body = { token: tokenOf(email), newPassword: NEW_PASSWORD };
    expect((await openBrowser(server).auth('reset-password', body)).status).toBe(200);
    expect(await before.token()).toBeNull();
    await server.signIn('forgot@example.org', NEW_PASSWORD);
    await expect(server.signIn('forgot@example.org', PASSWORD)).rejects.toThrow('401');
    expect((await openBrowser(server).auth('reset-password', body)).status).toBe(400);
    await awaitEmail(server, 'forgot@example.org', /^A change to your account/);
  });

  test('cannot be reset to a weak password; the link stays valid', async () => {
    await signUp(server, 'guessable@example.org');
    await ask('guessable@example.org');
    const token = tokenOf(await awaitEmail(server, 'guessable@example.org', /^Reset your password/));
    const rejected = await openBrowser(server).auth('reset-password', {
      token,
      newPassword: 'guessable@example.org',
    });
    expect(rejected.body).toMatchObject({ code: 'PASSWORD_REFUSED' });
    const taken = await openBrowser(server).auth('reset-password', { token, newPassword: NEW_PASSWORD });
    expect(taken.status).toBe(200);
  });

  test('gets the same response for an unknown address, but no email', async () => {
    await signUp(server, 'exists@example.org');
    const [known, unknown] = [await ask('exists@example.org'), await ask('nobody@example.org')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await awaitEmail(server, 'exists@example.org', /^Reset your password/);
    expect(await readEmails(server, 'nobody@example.org')).toEqual([]);
  });

  test('stores no usable token in the database', async () => {
    await signUp(server, 'hashed@example.org');
    await ask('hashed@example.org');
    const token = tokenOf(await awaitEmail(server, 'hashed@example.org', /^Reset your password/));
    const { rows } = await server.context.pool.query('select identifier, value from auth_verifications');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a changed password', () => {
  test('ends the other sessions, keeps this one under a new cookie, and sends an email', async () => {
    const here = await signUp(server, 'change@example.org');
    const elsewhere = openBrowser(server);
    await elsewhere.auth('sign-in/email', { email: 'change@example.org', password: PASSWORD });
    const cookieBefore = here.cookies.get('quayside.session_token');

    const response = await here.auth('change-password', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      revokeOtherSessions: false,
    });
    expect(response.status).toBe(200);
    expect(here.cookies.get('quayside.session_token')).not.toBe(cookieBefore);
    expect((await here.call('users.me', {})).status).toBe(200);
    expect(await elsewhere.token()).toBeNull();
    await awaitEmail(server, 'change@example.org', /^A change to your account/);
  });

  test('requires the current password', async () => {
    const browser = await signUp(server, 'wrong@example.org');
    const response = await browser.auth('change-password', {
      currentPassword: 'not the password',
      newPassword: NEW_PASSWORD,
    });
    expect(response.status).toBe(400);
    await server.signIn('wrong@example.org');
  });
});

describe('a weak password', () => {
  test.each([
    ['password1234', /leaked/],
    ['weak.person@example.org', /your name or email/],
    ['quayside2025', /name or email, or the store’s name/],
    ['short', /at least 10 characters/],
    ['x'.repeat(200), /at most 128 characters/],
  ])('rejects %s at sign-up, with the problem and a suggestion', async (password, problem) => {
    const response = await openBrowser(server).auth('sign-up/email', {
      email: 'weak.person@example.org',
      name: 'Weak Person',
      password,
    });
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(problem);
    expect(response.body.advice.at(-1)).toMatch(/four or more unrelated words/);
  });
});
