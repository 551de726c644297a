import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hiddenProblem } from '#shared/visible-text.ts';
import { type Browser, openBrowser } from '#test/support/browser.ts';
import { awaitEmail } from '#test/support/emails.ts';
import { makePasskey } from '#test/support/passkey.ts';
import { PASSWORD } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { signUp } from '#test/support/sign-up.ts';
import { totpCode } from '#test/support/totp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const signUpConfirmed = async (email: string) => {
  const browser = await signUp(server, email);
  await server.confirmEmail(email);
  return browser;
};
const signIn = (browser: Browser, email: string) =>
  browser.auth('sign-in/email', { email, password: PASSWORD });
/** Returns the code of a step of 30 seconds from now. */
const codeOf = (address: string, steps: number) => totpCode(address, new Date(Date.now() + steps * 30_000));
const expireAuthentication = (email: string) =>
  server.context.pool.query(
    `UPDATE auth_sessions s SET authenticated_at = now() - interval '11 minutes'
     FROM auth_users u WHERE u.id = s.user_id AND u.email = $1`,
    [email],
  );

describe('a second factor by authenticator app', () => {
  const email = 'two@example.org';
  let here: Browser;
  let address: string;
  let recoveryCodes: string[];

  test('is set up with the password and a first code, in a new session', async () => {
    here = await signUpConfirmed(email);
    expect((await here.auth('two-factor/enable', { password: 'not the password' })).status).toBe(400);
    const { body } = await here.auth('two-factor/enable', { password: PASSWORD });
    ({ totpURI: address, backupCodes: recoveryCodes } = body);
    expect(address).toMatch(/^otpauth:\/\/totp\/Quayside:two%40example.org\?secret=[A-Z2-7]+&/);
    expect(recoveryCodes).toHaveLength(10);
    expect((await here.call('users.me', {})).result.user.twoFactorEnabled).toBe(false);

    const before = here.cookies.get('quayside.session_token');
    expect((await here.auth('two-factor/verify-totp', { code: '000000' })).status).toBe(401);
    // Each code works once, so the tests below use later ones.
    expect((await here.auth('two-factor/verify-totp', { code: codeOf(address, -1) })).status).toBe(200);
    expect(here.cookies.get('quayside.session_token')).not.toBe(before);
    expect((await here.call('users.me', {})).result.user.twoFactorEnabled).toBe(true);
    await awaitEmail(server, email, /^A change to your account/);
  });

  test('keeps its secret and the recovery codes encrypted at rest', async () => {
    const { rows } = await server.context.pool.query('SELECT secret, backup_codes FROM auth_two_factors');
    const stored = JSON.stringify(rows);
    expect(rows).toHaveLength(1);
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
    const secret = new URL(address).searchParams.get('secret') as string;
    expect(stored).not.toContain(secret);
  });

  test('is required at sign-in: the password alone opens no session', async () => {
    const browser = openBrowser(server);
    const { status, body } = await signIn(browser, email);
    expect([status, body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ['totp'] }]);
    expect(await browser.token()).toBeNull();
    expect((await browser.auth('two-factor/verify-totp', { code: '123456' })).status).toBe(401);
    expect(await browser.token()).toBeNull();
    expect((await browser.auth('two-factor/verify-totp', { code: codeOf(address, 0) })).status).toBe(200);
    expect((await browser.call('users.me', {})).status).toBe(200);
  });

  test('accepts each code once, also of many concurrent requests, and no older one afterwards', async () => {
    const owner = await signUpConfirmed('once@example.org');
    const { body } = await owner.auth('two-factor/enable', { password: PASSWORD });
    await owner.auth('two-factor/verify-totp', { code: codeOf(body.totpURI, -1) });
    const browsers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = openBrowser(server);
        await signIn(browser, 'once@example.org');
        return browser;
      }),
    );
    const code = codeOf(body.totpURI, 1);
    const verify = (browser: Browser, one = code) => browser.auth('two-factor/verify-totp', { code: one });
    const responses = await Promise.all(browsers.map((browser) => verify(browser)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    const rejected = browsers[responses.findIndex(({ status }) => status === 401)] as Browser;
    expect((await verify(rejected)).status).toBe(401);
    expect((await verify(rejected, codeOf(body.totpURI, 0))).status).toBe(401);
    expect((await verify(rejected)).body).toMatchObject({ code: 'INVALID_CODE' });
    expect(await rejected.token()).toBeNull();
  });

  test('can be replaced by each recovery code once', async () => {
    const [code = ''] = recoveryCodes;
    const browser = openBrowser(server);
    await signIn(browser, email);
    expect((await browser.auth('two-factor/verify-backup-code', { code })).status).toBe(200);
    expect(await browser.token()).not.toBeNull();

    const again = openBrowser(server);
    await signIn(again, email);
    expect((await again.auth('two-factor/verify-backup-code', { code })).status).toBe(401);
    expect(await again.token()).toBeNull();
  });

  test('is turned off with the password', async () => {
    expect((await here.auth('two-factor/disable', { password: 'not the password' })).status).toBe(400);
    expect((await here.auth('two-factor/disable', { password: PASSWORD })).status).toBe(200);
    const browser = openBrowser(server);
    await signIn(browser, email);
    expect((await browser.call('users.me', {})).result.user.twoFactorEnabled).toBe(false);
  });
});

const add = async (browser: Browser, key: ReturnType<typeof makePasskey>) => {
  const options = await browser.auth('passkey/generate-register-options');
  return browser.auth('passkey/verify-registration', {
    response: key.register(options.body),
    name: 'Test',
  });
};

const addNamed = async (browser: Browser, name: string) => {
  const key = makePasskey({ origin: new URL(server.url).origin });
  const options = await browser.auth('passkey/generate-register-options');
  return browser.auth('passkey/verify-registration', { response: key.register(options.body), name });
};

const use = async (browser: Browser, key: ReturnType<typeof makePasskey>) => {
  const options = await browser.auth('passkey/generate-authenticate-options');
  return browser.auth('passkey/verify-authentication', { response: key.authenticate(options.body) });
};

describe('a passkey', () => {
  const email = 'key@example.org';
  let here: Browser;
  let passkey: ReturnType<typeof makePasskey>;

  test('is added after a recent authentication', async () => {
    here = await signUpConfirmed(email);
    passkey = makePasskey({ origin: new URL(server.url).origin });
    const options = await here.auth('passkey/generate-register-options');
    expect(options.body.rp).toEqual({ id: 'localhost', name: 'Quayside' });
    expect(options.body.authenticatorSelection).toMatchObject({ userVerification: 'required' });
    expect((await add(here, passkey)).status).toBe(200);
    const listed = await here.auth('passkey/list-user-passkeys');
    expect(listed.body).toMatchObject([{ name: 'Test' }]);
    await awaitEmail(server, email, /^A change to your account/);
  });

  test('has a name of one line in which everything can be seen', async () => {
    const names = [`Pho\u202Ene`, 'Pho\nne', 'x'.repeat(61), ' '];
    for (const name of names) expect([name, (await addNamed(here, name)).status]).toEqual([name, 400]);
    const refused = await addNamed(here, 'Pho\u200Bne');
    expect(refused.body).toMatchObject({ code: 'NAME_REFUSED', message: hiddenProblem() });
    const { body } = await here.auth('passkey/list-user-passkeys');
    const id = body[0].id as string;
    const renamed = await here.auth('passkey/update-passkey', { id, name: 'Pho\u202Ene' });
    expect(renamed.status).toBe(400);
    expect((await here.auth('passkey/list-user-passkeys')).body).toMatchObject([{ name: 'Test' }]);
  });

  test('signs in without a password', async () => {
    const browser = openBrowser(server);
    expect((await use(browser, passkey)).status).toBe(200);
    expect((await browser.call('users.me', {})).result.user.email).toBe(email);
  });

  test('does not sign in when unregistered or without user verification', async () => {
    const browser = openBrowser(server);
    expect((await use(browser, makePasskey({ origin: new URL(server.url).origin }))).status).toBe(401);
    const careless = makePasskey({ origin: new URL(server.url).origin, verifiesUser: false });
    await here.call('sessions.reauthenticate', { password: PASSWORD });
    await add(here, careless);
    expect((await use(browser, careless)).status).toBe(401);
    expect(await browser.token()).toBeNull();
  });

  test('of another site does not sign in', async () => {
    const elsewhere = makePasskey({ origin: 'https://evil.example' });
    expect((await add(here, elsewhere)).status).toBe(400);
  });

  test('reauthenticates, in a new session that replaces the previous one', async () => {
    await expireAuthentication(email);
    const response = await here.call('tokens.create', { name: 'x', scopes: ['read'] });
    expect(response.error.details).toMatchObject({ reason: 'reauthentication' });
    const [before] = (await here.call('sessions.list', {})).result.sessions;

    expect((await use(here, passkey)).status).toBe(200);
    expect((await here.call('tokens.create', { name: 'x', scopes: ['read'] })).status).toBe(200);
    const { sessions } = (await here.call('sessions.list', {})).result;
    expect(sessions.map(({ id }) => id)).not.toContain(before?.id);
    const { rows } = await server.context.pool.query(
      `SELECT expires_at < now() + interval '61 seconds' AS ends FROM auth_sessions WHERE id = $1`,
      [before?.id],
    );
    expect(rows).toEqual([{ ends: true }]);
  });

  test('is neither added nor removed without recent authentication', async () => {
    const [known] = (await here.auth('passkey/list-user-passkeys')).body;
    await expireAuthentication(email);
    const added = await here.auth('passkey/generate-register-options');
    const removed = await here.auth('passkey/delete-passkey', { id: known.id });
    expect([added.status, added.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    expect([removed.status, removed.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    expect((await here.call('sessions.reauthenticate', { password: PASSWORD })).status).toBe(200);
    expect((await here.auth('passkey/delete-passkey', { id: known.id })).status).toBe(200);
  });

  test('is removed only by its owner', async () => {
    const [known] = (await here.auth('passkey/list-user-passkeys')).body;
    const stranger = await signUpConfirmed('stranger@example.org');
    expect((await stranger.auth('passkey/delete-passkey', { id: known.id })).status).toBe(401);
    expect((await here.auth('passkey/list-user-passkeys')).body).toHaveLength(1);
  });
});
