import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthResponse, openBrowser } from '#test/support/browser.ts';
import { PASSWORD } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { signUp } from '#test/support/sign-up.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const NEW_PASSWORD = 'seven quiet lighthouses';

/** Waits out every limit. */
const waitOut = () =>
  server.context.pool.query(`UPDATE rate_limits SET resets_at = now() - interval '1 second'`);

/** Repeats an attempt until it is rejected; returns the number of accepted ones and the rejection. */
async function tryUntilRejected(attempt: () => Promise<AuthResponse>): Promise<[number, AuthResponse]> {
  for (let count = 0; count < 100; count += 1) {
    const response = await attempt();
    if (response.status === 429) return [count, response];
    // Extends the limit, so that it does not expire on a slow machine.
    await server.context.pool.query(`UPDATE rate_limits SET resets_at = now() + interval '10 minutes'`);
  }
  throw new Error('It was never rejected.');
}

function expectClearWait({ body, headers }: AuthResponse, message: RegExp): void {
  expect(body.message).toMatch(message);
  expect(body.message).toMatch(/Wait \d+ (seconds?|minutes?|hours?), then try again\.$/);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(body.retryAfterSeconds).toBe(seconds);
}

const guess = (email: string, browser = openBrowser(server)) =>
  browser.auth('sign-in/email', { email, password: 'not the password' });

describe('sign-in', () => {
  test('from one address is limited across accounts', async () => {
    const browser = openBrowser(server);
    let next = 0;
    const [count, rejected] = await tryUntilRejected(() => {
      next += 1;
      return guess(`spray${next}@example.org`, browser);
    });
    expect(count).toBe(20);
    expectClearWait(rejected, /^Too many sign-in attempts\./);
    expect((await guess('spray1@example.org')).status).toBe(401);
    await waitOut();
    expect((await guess('spray1@example.org', browser)).status).toBe(401);
  });

  test('to one account is limited across addresses, whether the account exists or not', async () => {
    await signUp(server, 'victim@example.org');
    const [known, rejected] = await tryUntilRejected(() => guess('Victim@example.org'));
    const [unknown, alike] = await tryUntilRejected(() => guess('never@example.org'));
    expect([known, unknown]).toEqual([25, 25]);
    expectClearWait(rejected, /You can also reset the password/);
    expect(alike.body.message.replace(/\d+/, '')).toBe(rejected.body.message.replace(/\d+/, ''));
    expect((await guess('other@example.org')).status).toBe(401);
    await waitOut();
    await server.signIn('victim@example.org');
  });

  test('that succeeds is not counted and clears the earlier failures', async () => {
    await signUp(server, 'clumsy@example.org');
    const browser = openBrowser(server);
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 6; count += 1) await guess('clumsy@example.org', browser);
      await waitOut();
      const response = await browser.auth('sign-in/email', {
        email: 'clumsy@example.org',
        password: PASSWORD,
      });
      expect(response.status).toBe(200);
    }
    for (let count = 0; count < 30; count += 1) {
      const response = await browser.auth('sign-in/email', {
        email: 'clumsy@example.org',
        password: PASSWORD,
      });
      expect(response.status).toBe(200);
    }
  });

  test('concurrent attempts do not exceed the limit', async () => {
    const browser = openBrowser(server);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess(`burst${index}@example.org`, browser)),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(20);
  });
});

test('new accounts from one address are limited', async () => {
  const browser = openBrowser(server);
  let next = 0;
  const [count, rejected] = await tryUntilRejected(() => {
    next += 1;
    return browser.auth('sign-up/email', { email: `a${next}@example.org`, password: 'weak', name: 'A' });
  });
  expect(count).toBe(20);
  expectClearWait(rejected, /^Too many new accounts\./);
});

describe('mails', () => {
  test.each(['request-password-reset', 'send-verification-email'])(
    '%s is limited by account, whether it exists or not, and by address',
    async (path) => {
      const email = `${path}@example.org`;
      await signUp(server, email);
      const [known, rejected] = await tryUntilRejected(() => openBrowser(server).auth(path, { email }));
      const [unknown, alike] = await tryUntilRejected(() =>
        openBrowser(server).auth(path, { email: `no-${path}@example.org` }),
      );
      expect([known, unknown]).toEqual([3, 3]);
      expectClearWait(rejected, /^Too many emails requested\./);
      expect(alike.body.message).toBe(rejected.body.message);

      const browser = openBrowser(server);
      let next = 0;
      const [count] = await tryUntilRejected(() => {
        next += 1;
        return browser.auth(path, { email: `${path}${next}@example.org` });
      });
      expect(count).toBe(20);
    },
  );

  test('and guessed links are limited by address', async () => {
    const browser = openBrowser(server);
    const [count, rejected] = await tryUntilRejected(() =>
      browser.auth('reset-password', { token: 'guessed', newPassword: NEW_PASSWORD }),
    );
    expect(count).toBe(20);
    expectClearWait(rejected, /^Too many password reset attempts\./);
  });
});

test('a stolen session cannot be used to guess the password', async () => {
  const browser = await signUp(server, 'stolen@example.org');
  const [count, rejected] = await tryUntilRejected(() =>
    browser.auth('change-password', { currentPassword: 'not the password', newPassword: NEW_PASSWORD }),
  );
  expect(count).toBe(10);
  expectClearWait(rejected, /^Too many wrong passwords\./);
  const reauthentication = await browser.call('sessions.reauthenticate', { password: PASSWORD });
  expect(reauthentication.error.status).toBe('RESOURCE_EXHAUSTED');
  expect(Number(reauthentication.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('rate limits store neither addresses nor users', async () => {
  await openBrowser(server, { address: '10.99.98.97' }).auth('sign-in/email', {
    email: 'private@example.org',
    password: 'not the password',
  });
  const { rows } = await server.context.pool.query('SELECT * FROM rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/private@|10\.99/);
});

test('expired counts are deleted', async () => {
  await waitOut();
  await openBrowser(server).auth('sign-in/email', { email: 'sweep@example.org', password: 'wrong' });
  const { rows } = await server.context.pool.query(
    'SELECT count(*)::int AS count FROM rate_limits WHERE resets_at < now()',
  );
  expect(rows).toEqual([{ count: 0 }]);
});
