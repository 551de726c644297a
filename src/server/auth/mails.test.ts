import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#test/browser.ts';
import { awaitLetter, readLetters, tokenOf } from '#test/outbox.ts';
import { PASSWORD, startTestServer, type TestServer } from '#test/server.ts';

const NEW_PASSWORD = 'seven quiet lighthouses';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const signUp = async (email: string) => {
  const browser = openBrowser(server);
  expect((await browser.auth('sign-up/email', { email, password: PASSWORD, name: 'Nobody' })).status).toBe(
    200,
  );
  return browser;
};

const ask = (email: string) => openBrowser(server).auth('request-password-reset', { email });

describe('a new address', () => {
  test('is confirmed by the link in a mail, which is text and HTML', async () => {
    const browser = await signUp('new@example.org');
    expect((await browser.auth('get-session')).body.user.emailVerified).toBe(false);

    const letter = await awaitLetter(server, 'new@example.org', /^Confirm your address/);
    expect(letter.body).toContain(`${server.url}login?mode=verify&token=`);
    expect(letter.body).toContain('Content-Type: text/plain');
    expect(letter.body).toContain('Content-Type: text/html');
    const answer = await openBrowser(server).auth(`verify-email?token=${tokenOf(letter)}`);
    expect(answer.body.status).toBe(true);
    expect((await browser.auth('get-session')).body.user.emailVerified).toBe(true);
  });

  test('is not confirmed by another token, nor does confirming sign anybody in', async () => {
    await signUp('forged@example.org');
    const letter = await awaitLetter(server, 'forged@example.org', /^Confirm/);
    const stranger = openBrowser(server);
    expect((await stranger.auth(`verify-email?token=${tokenOf(letter)}x`)).status).toBe(401);
    expect((await stranger.auth(`verify-email?token=${tokenOf(letter)}`)).status).toBe(200);
    expect(await stranger.token()).toBeNull();
  });

  test('gets another mail when asked for, and a stranger asking learns nothing', async () => {
    const browser = await signUp('again@example.org');
    await awaitLetter(server, 'again@example.org', /^Confirm/);
    expect((await browser.auth('send-verification-email', { email: 'again@example.org' })).status).toBe(200);
    const known = await openBrowser(server).auth('send-verification-email', { email: 'again@example.org' });
    const unknown = await openBrowser(server).auth('send-verification-email', { email: 'no@example.org' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(await readLetters(server, 'no@example.org')).toEqual([]);
  });

  test('that has an account is told about it, and whoever tried is not', async () => {
    await signUp('owner@example.org');
    const answer = await openBrowser(server).auth('sign-up/email', {
      email: 'Owner@example.org',
      password: NEW_PASSWORD,
      name: 'Eve',
    });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe(
      'This address cannot be used for a new account. If it is yours, sign in or set a new password.',
    );
    await awaitLetter(server, 'Owner@example.org', /^You have an account/);
  });
});

describe('a forgotten password', () => {
  test('is replaced by the link in a mail, once, and every session ends', async () => {
    const before = await signUp('forgot@example.org');
    await before.call('users.me', {});
    expect((await ask('forgot@example.org')).status).toBe(200);
    const letter = await awaitLetter(server, 'forgot@example.org', /^Set a new password/);
    expect(letter.body).toContain(`${server.url}login?mode=reset&token=`);

    const body = { token: tokenOf(letter), newPassword: NEW_PASSWORD };
    expect((await openBrowser(server).auth('reset-password', body)).status).toBe(200);
    expect(await before.token()).toBeNull();
    await server.signIn('forgot@example.org', NEW_PASSWORD);
    await expect(server.signIn('forgot@example.org', PASSWORD)).rejects.toThrow('401');
    expect((await openBrowser(server).auth('reset-password', body)).status).toBe(400);
    await awaitLetter(server, 'forgot@example.org', /^A change to your account/);
  });

  test('cannot be replaced by a password that is easy to guess; the link stays good', async () => {
    await signUp('guessable@example.org');
    await ask('guessable@example.org');
    const token = tokenOf(await awaitLetter(server, 'guessable@example.org', /^Set a new password/));
    const refused = await openBrowser(server).auth('reset-password', {
      token,
      newPassword: 'guessable@example.org',
    });
    expect(refused.body).toMatchObject({ code: 'PASSWORD_REFUSED' });
    const taken = await openBrowser(server).auth('reset-password', { token, newPassword: NEW_PASSWORD });
    expect(taken.status).toBe(200);
  });

  test('of an unknown address is answered like that of a known one, and nothing is sent', async () => {
    await signUp('exists@example.org');
    const [known, unknown] = [await ask('exists@example.org'), await ask('nobody@example.org')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await awaitLetter(server, 'exists@example.org', /^Set a new password/);
    expect(await readLetters(server, 'nobody@example.org')).toEqual([]);
  });

  test('leaves no token in the database that could be used', async () => {
    await signUp('hashed@example.org');
    await ask('hashed@example.org');
    const token = tokenOf(await awaitLetter(server, 'hashed@example.org', /^Set a new password/));
    const { rows } = await server.context.pool.query('select identifier, value from auth_verifications');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a changed password', () => {
  test('ends the other sessions, keeps this one under a new cookie, and is told by mail', async () => {
    const here = await signUp('change@example.org');
    const elsewhere = openBrowser(server);
    await elsewhere.auth('sign-in/email', { email: 'change@example.org', password: PASSWORD });
    const cookieBefore = here.cookies.get('quayside.session_token');

    const answer = await here.auth('change-password', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      revokeOtherSessions: false,
    });
    expect(answer.status).toBe(200);
    expect(here.cookies.get('quayside.session_token')).not.toBe(cookieBefore);
    expect((await here.call('users.me', {})).status).toBe(200);
    expect(await elsewhere.token()).toBeNull();
    await awaitLetter(server, 'change@example.org', /^A change to your account/);
  });

  test('needs the current one', async () => {
    const browser = await signUp('wrong@example.org');
    const answer = await browser.auth('change-password', {
      currentPassword: 'not the password',
      newPassword: NEW_PASSWORD,
    });
    expect(answer.status).toBe(400);
    await server.signIn('wrong@example.org');
  });
});

describe('a password that is easy to guess', () => {
  test.each([
    ['password1234', /leaked/],
    ['weak.person@example.org', /your own name or address/],
    ['quayside2025', /name or address, or that of the store/],
    ['short', /at least 10 characters/],
    ['x'.repeat(200), /at most 128 characters/],
  ])('%s is refused at sign-up, with what is wrong and how to do better', async (password, problem) => {
    const answer = await openBrowser(server).auth('sign-up/email', {
      email: 'weak.person@example.org',
      name: 'Weak Person',
      password,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(problem);
    expect(answer.body.advice.at(-1)).toMatch(/four or more words/);
  });
});
