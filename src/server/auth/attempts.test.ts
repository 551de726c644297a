import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthAnswer, openBrowser } from '#test/browser.ts';
import { PASSWORD, startTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const NEW_PASSWORD = 'seven quiet lighthouses';

/** Lets all time pass that a limit counts. */
const waitOut = () =>
  server.context.pool.query(`UPDATE attempt_limits SET resets_at = now() - interval '1 second'`);

const signUp = async (email: string) => {
  const browser = openBrowser(server);
  await browser.auth('sign-up/email', { email, password: PASSWORD, name: 'Somebody' });
  return browser;
};

/** Tries until it is refused, and gives how often it was let through and how it was refused. */
async function tryUntilRefused(attempt: () => Promise<AuthAnswer>): Promise<[number, AuthAnswer]> {
  for (let count = 0; count < 100; count += 1) {
    const answer = await attempt();
    if (answer.status === 429) return [count, answer];
    // A busy machine must not outlast the limit that it tests.
    await server.context.pool.query(`UPDATE attempt_limits SET resets_at = now() + interval '10 minutes'`);
  }
  throw new Error('It was never refused.');
}

function expectClearWait({ body, headers }: AuthAnswer, message: RegExp): void {
  expect(body.message).toMatch(message);
  expect(body.message).toMatch(/Wait \d+ (seconds?|minutes?|hours?), then try again\.$/);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(body.retryAfterSeconds).toBe(seconds);
}

const guess = (email: string, browser = openBrowser(server)) =>
  browser.auth('sign-in/email', { email, password: 'not the password' });

describe('sign-in', () => {
  test('from one address is limited whichever account is tried', async () => {
    const browser = openBrowser(server);
    let next = 0;
    const [count, refused] = await tryUntilRefused(() => {
      next += 1;
      return guess(`spray${next}@example.org`, browser);
    });
    expect(count).toBe(20);
    expectClearWait(refused, /^Too many attempts to sign in\./);
    expect((await guess('spray1@example.org')).status).toBe(401);
    await waitOut();
    expect((await guess('spray1@example.org', browser)).status).toBe(401);
  });

  test('to one account is limited wherever it is tried from, whether the account exists or not', async () => {
    await signUp('victim@example.org');
    const [known, refused] = await tryUntilRefused(() => guess('Victim@example.org'));
    const [unknown, alike] = await tryUntilRefused(() => guess('never@example.org'));
    expect([known, unknown]).toEqual([25, 25]);
    expectClearWait(refused, /you can also reset the password/);
    expect(alike.body.message.replace(/\d+/, '')).toBe(refused.body.message.replace(/\d+/, ''));
    expect((await guess('other@example.org')).status).toBe(401);
    await waitOut();
    await server.signIn('victim@example.org');
  });

  test('that succeeds counts for nothing and forgives the failures before it', async () => {
    await signUp('clumsy@example.org');
    const browser = openBrowser(server);
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 6; count += 1) await guess('clumsy@example.org', browser);
      await waitOut();
      const answer = await browser.auth('sign-in/email', { email: 'clumsy@example.org', password: PASSWORD });
      expect(answer.status).toBe(200);
    }
    for (let count = 0; count < 30; count += 1) {
      const answer = await browser.auth('sign-in/email', { email: 'clumsy@example.org', password: PASSWORD });
      expect(answer.status).toBe(200);
    }
  });

  test('attempts at the same moment do not slip past', async () => {
    const browser = openBrowser(server);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess(`burst${index}@example.org`, browser)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
  });
});

test('new accounts from one address are limited', async () => {
  const browser = openBrowser(server);
  let next = 0;
  const [count, refused] = await tryUntilRefused(() => {
    next += 1;
    return browser.auth('sign-up/email', { email: `a${next}@example.org`, password: 'weak', name: 'A' });
  });
  expect(count).toBe(20);
  expectClearWait(refused, /^Too many new accounts\./);
});

describe('mails', () => {
  test.each(['request-password-reset', 'send-verification-email'])(
    '%s is limited by account, whether it exists or not, and by address',
    async (path) => {
      const email = `${path}@example.org`;
      await signUp(email);
      const [known, refused] = await tryUntilRefused(() => openBrowser(server).auth(path, { email }));
      const [unknown, alike] = await tryUntilRefused(() =>
        openBrowser(server).auth(path, { email: `no-${path}@example.org` }),
      );
      expect([known, unknown]).toEqual([3, 3]);
      expectClearWait(refused, /^Too many mails were asked for\./);
      expect(alike.body.message).toBe(refused.body.message);

      const browser = openBrowser(server);
      let next = 0;
      const [count] = await tryUntilRefused(() => {
        next += 1;
        return browser.auth(path, { email: `${path}${next}@example.org` });
      });
      expect(count).toBe(20);
    },
  );

  test('and links that were guessed are limited by address', async () => {
    const browser = openBrowser(server);
    const [count, refused] = await tryUntilRefused(() =>
      browser.auth('reset-password', { token: 'guessed', newPassword: NEW_PASSWORD }),
    );
    expect(count).toBe(20);
    expectClearWait(refused, /^Too many attempts to set a new password\./);
  });
});

test('a stolen session is no way to guess the password', async () => {
  const browser = await signUp('stolen@example.org');
  const [count, refused] = await tryUntilRefused(() =>
    browser.auth('change-password', { currentPassword: 'not the password', newPassword: NEW_PASSWORD }),
  );
  expect(count).toBe(10);
  expectClearWait(refused, /^The password was wrong too often\./);
  const stepUp = await browser.call('sessions.stepUp', { password: PASSWORD });
  expect(stepUp.error.status).toBe('RESOURCE_EXHAUSTED');
  expect(Number(stepUp.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('what is counted names neither addresses nor people', async () => {
  await openBrowser(server, { address: '10.99.98.97' }).auth('sign-in/email', {
    email: 'private@example.org',
    password: 'not the password',
  });
  const { rows } = await server.context.pool.query('SELECT * FROM attempt_limits');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/private@|10\.99/);
});

test('counts that have run out are swept away', async () => {
  await waitOut();
  await openBrowser(server).auth('sign-in/email', { email: 'sweep@example.org', password: 'wrong' });
  const { rows } = await server.context.pool.query(
    'SELECT count(*)::int AS count FROM attempt_limits WHERE resets_at < now()',
  );
  expect(rows).toEqual([{ count: 0 }]);
});
