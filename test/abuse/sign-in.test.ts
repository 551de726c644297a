import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthResponse, type Browser, openBrowser } from '#test/support/browser.ts';
import { awaitEmail, readEmails } from '#test/support/emails.ts';
import { PASSWORD } from '#test/support/people.ts';
import { signUp } from '#test/support/sign-up.ts';
import { totpCode } from '#test/support/totp.ts';
import { type AttackedServer, startAttackedServer } from './server.ts';

let server: AttackedServer;
beforeAll(async () => {
  server = await startAttackedServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.pool.query('DELETE FROM rate_limits'));

let next = 0;

/** Somebody at home: a browser that has signed in to their account, on their own network. */
async function moveIn(): Promise<{ email: string; home: Browser }> {
  next += 1;
  const email = `owner${next}@example.org`;
  return { email, home: await signUp(server, email) };
}

const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.auth('sign-in/email', { email, password });

/** Tries wrong passwords from many addresses, one each; returns the statuses of the responses. */
async function guessFromEverywhere(email: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let from = 0; from < count; from += 1) {
    const { status } = await signIn(openBrowser(server), email, 'not the password');
    statuses.push(status);
  }
  return statuses;
}

const count = (responses: readonly { status: number }[], wanted: number) =>
  responses.filter(({ status }) => status === wanted).length;

describe('an attacker with many addresses', () => {
  test('cannot lock out the owner, and gets at most 25 guesses in 15 minutes', async () => {
    const { email, home } = await moveIn();
    const statuses = await guessFromEverywhere(email, 40);
    expect(statuses.slice(0, 25).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(25).every((status) => status === 429)).toBe(true);

    expect((await signIn(home, email)).status).toBe(200);
    const newDeviceAtHome = openBrowser(server, { address: home.address });
    expect((await signIn(newDeviceAtHome, email)).status).toBe(200);
    const homeElsewhere = openBrowser(server, { cookies: home.cookies });
    expect((await signIn(homeElsewhere, email)).status).toBe(200);
    expect((await guessFromEverywhere(email, 2)).every((status) => status === 429)).toBe(true);
  });

  test('cannot lock out the owner’s device from the owner’s network', async () => {
    const { email, home } = await moveIn();
    const neighbour = openBrowser(server, { address: home.address });
    for (let tries = 0; tries < 25; tries += 1) await signIn(neighbour, email, 'not the password');
    expect((await signIn(neighbour, email)).status).toBe(429);
    expect((await signIn(home, email)).status).toBe(200);
  });

  test('cannot guess endlessly from a known device or network', async () => {
    const { email, home } = await moveIn();
    const responses: AuthResponse[] = [];
    for (let tries = 0; tries < 12; tries += 1) responses.push(await signIn(home, email, 'not the password'));
    expect(count(responses, 401)).toBe(10);
    const atHome = openBrowser(server, { address: home.address });
    const more: AuthResponse[] = [];
    for (let tries = 0; tries < 12; tries += 1) more.push(await signIn(atHome, email, 'not the password'));
    expect(count(more, 401)).toBe(10);
  });

  test.each(['request-password-reset', 'send-verification-email'])(
    'cannot use up the mails of the owner: %s',
    async (path) => {
      const { email, home } = await moveIn();
      const responses: AuthResponse[] = [];
      for (let from = 0; from < 8; from += 1) {
        responses.push(await openBrowser(server).auth(path, { email }));
      }
      expect(count(responses, 200)).toBe(3);
      expect(responses.at(-1)?.body.message).toMatch(/latest email/);
      const before = (await readEmails(server, email)).length;
      const device = openBrowser(server, { cookies: withoutSession(home) });
      expect((await device.auth(path, { email })).status).toBe(200);
      const atHome = openBrowser(server, { address: home.address });
      expect((await atHome.auth(path, { email })).status).toBe(200);
      await expect
        .poll(async () => (await readEmails(server, email)).length)
        .toBeGreaterThanOrEqual(before + 2);
    },
  );

  test('uses up separate limits for confirmations and resets', async () => {
    const { email } = await moveIn();
    for (let from = 0; from < 5; from += 1) {
      await openBrowser(server).auth('send-verification-email', { email });
    }
    expect((await openBrowser(server).auth('request-password-reset', { email })).status).toBe(200);
  });

  test('cannot prevent a sign-up, nor flood a mailbox with sign-ups', async () => {
    const email = `newcomer${next}@example.org`;
    const weak = () => openBrowser(server).auth('sign-up/email', { email, password: 'weak', name: 'X' });
    const rejected = await Promise.all(Array.from({ length: 10 }, weak));
    expect(count(rejected, 400)).toBe(10);
    const body = { email, password: PASSWORD, name: 'Newcomer' };
    expect((await openBrowser(server).auth('sign-up/email', body)).status).toBe(200);
    const again = await Promise.all(
      Array.from({ length: 10 }, () => openBrowser(server).auth('sign-up/email', body)),
    );
    expect(count(again, 422)).toBe(10);
    await awaitEmail(server, email, /^You already have an account/);
    const emails = (await readEmails(server, email)).filter(({ subject }) => subject.startsWith('You have'));
    expect(emails.length).toBeLessThanOrEqual(3);
  });

  test('cannot lock out the owner’s password prompts with a stolen session', async () => {
    const { email, home } = await moveIn();
    const thief = openBrowser(server);
    await signIn(thief, email);
    const wrong = { currentPassword: 'not the password', newPassword: 'seven quiet lighthouses' };
    const tries: AuthResponse[] = [];
    for (let tried = 0; tried < 12; tried += 1) tries.push(await thief.auth('change-password', wrong));
    expect(count(tries, 429)).toBe(2);
    expect((await home.call('sessions.reauthenticate', { password: PASSWORD })).status).toBe(200);
  });
});

/** The cookies of a browser that was signed out since. */
function withoutSession({ cookies }: Browser): Map<string, string> {
  return new Map([...cookies].filter(([name]) => !name.includes('session')));
}

describe('addresses', () => {
  const guessFrom = (address: string) =>
    signIn(openBrowser(server, { address }), 'anybody@example.org', 'not the password');
  const guessAll = async (addresses: readonly string[]) => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push((await guessFrom(address)).status);
    return statuses;
  };

  test('of one IPv6 network (/64) count as one in any notation', async () => {
    const within = Array.from({ length: 10 }, (_, index) => `2001:db8:1:2:${(index * 4321).toString(16)}::1`);
    expect(await guessAll(within)).toEqual(within.map(() => 401));
    expect(
      await guessAll(['2001:db8:1:2::', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '[2001:db8:1:2::9]:4711']),
    ).toEqual([429, 429, 429]);
    expect(await guessAll(['2001:db8:1:3::1'])).toEqual([401]);
  });

  test('that are IPv4-mapped count separately, as IPv4', async () => {
    await guessAll(Array.from({ length: 10 }, () => '::ffff:203.0.113.7'));
    expect(await guessAll(['203.0.113.7', '::FFFF:cb00:7107', '203.0.113.7:51234'])).toEqual([429, 429, 429]);
    expect(await guessAll(['::ffff:203.0.113.8'])).toEqual([401]);
  });

  test('are taken from our own proxy only, not from headers of clients', async () => {
    const claim = (claimed: string) =>
      fetch(`${server.url}auth/sign-in/email`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: new URL(server.url).origin,
          'X-Forwarded-For': `${claimed}, 198.51.100.9`,
          'X-Quayside-Client-Address': claimed,
          Forwarded: `for=${claimed}`,
          'X-Real-IP': claimed,
        },
        body: JSON.stringify({ email: 'claims@example.org', password: 'not the password' }),
      });
    const statuses: number[] = [];
    for (let from = 0; from < 12; from += 1) statuses.push((await claim(`192.0.2.${from}`)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });

  test('that are invalid are replaced by the connection’s', async () => {
    await guessAll(Array.from({ length: 10 }, (_, index) => `nonsense ${index}`));
    expect(await guessAll(['unknown'])).toEqual([429]);
  });
});

describe('an attacker who knows the password', () => {
  /** Turns on two-factor authentication at home; returns a code of the next step, and the recovery codes. */
  async function protect() {
    const { email, home } = await moveIn();
    await server.confirmEmail(email);
    const { body } = await home.auth('two-factor/enable', { password: PASSWORD });
    const code = (steps: number) => totpCode(body.totpURI, new Date(Date.now() + steps * 30_000));
    expect((await home.auth('two-factor/verify-totp', { code: code(-1) })).status).toBe(200);
    return { email, home, code, recoveryCodes: body.backupCodes as string[] };
  }
  const verify = (browser: Browser, code: string, kind = 'totp') =>
    browser.auth(`two-factor/verify-${kind}`, { code });

  /** Enters the password and a wrong code in a new browser. */
  async function guess(email: string, address?: string, kind?: string): Promise<AuthResponse> {
    const browser = openBrowser(server, address === undefined ? {} : { address });
    await signIn(browser, email);
    return verify(browser, '000000', kind);
  }

  test('gets ten codes in 15 minutes from many networks, and locks the owner out of nothing', async () => {
    const { email, home, code, recoveryCodes } = await protect();
    const responses: AuthResponse[] = [];
    for (let from = 0; from < 14; from += 1) responses.push(await guess(email));
    expect(count(responses, 401)).toBe(10);
    expect(count(responses, 429)).toBe(4);
    const rejected = responses.at(-1);
    expect(Number(rejected?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(rejected?.body.message).toMatch(/recovery code/);

    const atHome = openBrowser(server, { address: home.address });
    await signIn(atHome, email);
    expect((await verify(atHome, code(0))).status).toBe(200);
    const device = openBrowser(server, { cookies: withoutSession(home) });
    await signIn(device, email);
    expect((await verify(device, code(1))).status).toBe(200);
    const elsewhere = openBrowser(server);
    await signIn(elsewhere, email);
    expect((await verify(elsewhere, recoveryCodes[0] ?? '', 'backup-code')).status).toBe(200);
  });

  test('is throttled by network first, which counts against no account', async () => {
    const { email, code } = await protect();
    const address = '192.0.2.200';
    const statuses: number[] = [];
    for (let tries = 0; tries < 22; tries += 1) {
      statuses.push((await verify(openBrowser(server, { address }), '000000')).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    const elsewhere = openBrowser(server);
    await signIn(elsewhere, email);
    expect((await verify(elsewhere, code(0))).status).toBe(200);
  });

  test('cannot use up recovery codes’ attempts for others, nor guess endlessly from one network', async () => {
    const { email, recoveryCodes } = await protect();
    const address = '192.0.2.201';
    const responses: AuthResponse[] = [];
    for (let tries = 0; tries < 12; tries += 1) responses.push(await guess(email, address, 'backup-code'));
    expect(count(responses, 401)).toBe(10);
    expect(responses.at(-1)?.headers.get('Retry-After')).toBeTruthy();
    const elsewhere = openBrowser(server);
    await signIn(elsewhere, email);
    expect((await verify(elsewhere, recoveryCodes[0] ?? '', 'backup-code')).status).toBe(200);
  });
});
