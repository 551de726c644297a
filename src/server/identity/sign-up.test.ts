import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AuthResponse, openBrowser } from '#test/support/browser.ts';
import { awaitEmail } from '#test/support/emails.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { waitUntil } from '#test/support/patience.ts';
import { ADMIN, PASSWORD } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { prepareFirstAdmin } from './setup/first-admin.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const signUp = (email: string) =>
  openBrowser(server).auth('sign-up/email', { email, password: PASSWORD, name: 'Ada' });

const countOf = async (email: string) => {
  const { rows } = await server.context.pool.query(
    `SELECT count(*)::int AS accounts, count(c.password)::int AS passwords
     FROM auth_users a LEFT JOIN auth_accounts c ON c.user_id = a.id WHERE a.email = $1`,
    [email],
  );
  return rows[0];
};

/** Makes every new password fail in the database, as when the server is killed just before storing it. */
async function whilePasswordsFail(work: () => Promise<void>): Promise<void> {
  const { pool } = server.context;
  await pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'killed'; END$$;
    CREATE TRIGGER fail BEFORE INSERT ON auth_accounts FOR EACH ROW EXECUTE FUNCTION fail()`);
  await work().finally(() => pool.query('DROP TRIGGER fail ON auth_accounts; DROP FUNCTION fail'));
}

describe('an account', () => {
  test('is complete or absent after an interrupted sign-up', async () => {
    const printed = vi.spyOn(console, 'error');
    await whilePasswordsFail(async () => {
      expect((await signUp('broken@example.org')).status).toBeGreaterThanOrEqual(500);
    });
    // The failed statement contains the password's hash.
    expect(printed).not.toHaveBeenCalled();
    expect(await countOf('broken@example.org')).toEqual({ accounts: 0, passwords: 0 });
    expect((await signUp('broken@example.org')).status).toBe(200);
    expect(await countOf('broken@example.org')).toEqual({ accounts: 1, passwords: 1 });
  });

  test('is created once for concurrent sign-ups with one address', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => signUp('Twice@example.org')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(await countOf('twice@example.org')).toEqual({ accounts: 1, passwords: 1 });
  });

  test('returns only the session and the user', async () => {
    const { body } = await signUp('Plain@example.org');
    expect(body).toEqual({
      token: expect.any(String),
      user: expect.objectContaining({ email: 'plain@example.org', name: 'Ada', emailVerified: false }),
    });
  });

  test.each([
    ['an address that is none', { email: 'nobody', password: PASSWORD, name: 'Ada' }],
    ['no name', { email: 'nameless@example.org', password: PASSWORD }],
    ['no password', { email: 'open@example.org', name: 'Ada' }],
  ])('is rejected with %s', async (_, body) => {
    expect((await openBrowser(server).auth('sign-up/email', body)).status).toBe(400);
  });
});

/** The headers that every response has with a value of its own. */
const OF_EACH_RESPONSE = new Set(['content-length', 'date', 'x-request-id']);

describe.each(['without a mail server', 'with a mail server'])('sign-up %s', (way) => {
  /** Signs up with an address that has an account and with one that has none, and waits for the email to the owner. */
  async function signUpBoth() {
    await using mails = await startMailServer();
    const hasMail = way === 'with a mail server';
    await using store = await startTestServer({ env: hasMail ? { SMTP_URL: mails.url } : {} });
    await store.signUp('taken@example.org');
    const send = (email: string) =>
      openBrowser(store).auth('sign-up/email', { email, password: PASSWORD, name: 'Eve' });
    const taken = await send('Taken@example.org');
    const free = await send('free@example.org');
    if (hasMail) {
      await waitUntil('the email to the owner', async () =>
        mails.received.find(({ content }) => content.includes('Subject: You already have an account')),
      );
    } else await awaitEmail(store, 'Taken@example.org', /^You already have an account/);
    return { taken, free };
  }

  const headersOf = ({ headers }: AuthResponse) =>
    Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie' && !OF_EACH_RESPONSE.has(name)));
  const cookiesOf = ({ headers }: AuthResponse) =>
    headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=')));

  test('tells by status, body and cookies that an address has an account, and emails its owner', async () => {
    const { taken, free } = await signUpBoth();
    expect([taken.status, free.status]).toEqual([422, 200]);
    expect(taken.body).toEqual({
      code: 'ADDRESS_NOT_AVAILABLE',
      message: 'This email can’t be used for a new account. If it’s yours, sign in or reset your password.',
      sentence: expect.any(Array),
    });
    expect(Object.keys(free.body).sort()).toEqual(['token', 'user']);
    expect(cookiesOf(taken)).toEqual([]);
    expect(cookiesOf(free)).toContain('quayside.session_token');
    expect(headersOf(taken)).toEqual(headersOf(free));
  });
});

test('a new ADMIN_EMAIL becomes an admin although registration is closed', async () => {
  const admin = await server.admin();
  await admin.call('settings.update', { settings: { registration: 'closed' } });
  const { context } = server;
  const config = { ...context.config, admin: { email: 'second@store.example', password: ADMIN.password } };
  await prepareFirstAdmin({ ...context, config });
  expect((await signUp('late@example.org')).status).toBe(403);
  await admin.call('settings.update', { settings: { registration: 'open' } });
  const second = await server.signIn('second@store.example', ADMIN.password);
  expect((await second.call('users.me', {})).user.role).toBe('admin');
});
