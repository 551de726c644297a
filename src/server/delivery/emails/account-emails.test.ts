import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { wakeOutbox } from '#test/support/emails.ts';
import { setUpMailingServer, setUpPerson } from '#test/support/set-up.ts';
import { signUp } from '#test/support/sign-up.ts';

const NEW_PASSWORD = 'seven quiet lighthouses';

const server = setUpMailingServer();
const admin = setUpPerson(() => server.admin());
let now: Date | null = null;
beforeAll(() => {
  Object.assign(server.context, { clock: () => now ?? new Date() });
});
beforeEach(() => {
  server.mails.received.length = 0;
});
afterEach(async () => {
  now = null;
  server.mails.unknown.clear();
  await server.mails.be('takes');
  await server.context.pool.query("DELETE FROM outbox WHERE channel = 'account-email'");
});

const readOutbox = async () => {
  const { rows } = await server.context.pool.query(
    `SELECT target AS recipient, status, attempts, encrypted_content AS content, last_error AS error
     FROM outbox WHERE channel = 'account-email' ORDER BY id`,
  );
  return rows;
};

const awaitMail = async (to: string): Promise<string> => {
  await expect.poll(() => server.mails.received.some((mail) => mail.to === to)).toBe(true);
  const { content } = server.mails.received.findLast((mail) => mail.to === to) ?? { content: '' };
  return content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
};

const tokenIn = (content: string) => /[?&]token=([^&\s"<]+)/.exec(content)?.[1] ?? '';

/** Lets what failed be due now. */
const retryNow = async () => {
  await server.context.pool.query("UPDATE outbox SET due_at = now() - interval '1 second'");
  await wakeOutbox(server.context.pool, 'account-email');
};

const awaitFailure = async () => {
  await expect.poll(async () => (await readOutbox())[0]?.error).toEqual(expect.any(String));
};

const ask = (path: string, email: string) => openBrowser(server).auth(path, { email });

describe('while the mail server rejects emails', () => {
  test('the confirmation of a new account waits, admins see it, and it arrives with a working link', async () => {
    await server.mails.be('rejects');
    const email = 'late@example.org';
    const browser = await signUp(server, email);
    await awaitFailure();
    expect((await admin.call('admin.overview', {})).mail).toEqual({
      isKept: false,
      waiting: 1,
      waitingSince: expect.any(String),
      failed: 0,
      lastError: expect.stringContaining('not now'),
    });

    await server.mails.be('takes');
    await retryNow();
    const token = tokenIn(await awaitMail(email));
    expect((await browser.auth('confirm-email', { token })).body).toEqual({ status: true });
    await expect.poll(readOutbox).toEqual([]);
    const { mail } = await admin.call('admin.overview', {});
    expect(mail).toEqual({ isKept: false, waiting: 0, waitingSince: null, failed: 0, lastError: null });
  });

  test('a reset link waits for hours and works when it arrives; the outbox contains no link', async () => {
    await server.signUp('forgot@example.org');
    await awaitMail('forgot@example.org');
    server.mails.received.length = 0;
    await server.mails.be('rejects');
    await ask('request-password-reset', 'forgot@example.org');
    await awaitFailure();
    await server.context.pool.query("UPDATE auth_verifications SET expires_at = now() - interval '1 hour'");
    await server.mails.be('takes');
    await retryNow();
    const token = tokenIn(await awaitMail('forgot@example.org'));
    const body = { token, newPassword: NEW_PASSWORD };
    expect((await openBrowser(server).auth('reset-password', body)).status).toBe(200);
    await server.signIn('forgot@example.org', NEW_PASSWORD);
  });
});

test('queued emails are encrypted, and their content is deleted when they are given up', async () => {
  await server.mails.be('rejects');
  const owner = await server.onboard('inviter@example.org');
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  await server.context.pool.query("DELETE FROM outbox WHERE channel = 'account-email'");
  await owner.call('members.invite', { appId: app.id, email: 'guest@example.org', role: 'viewer' });
  await awaitFailure();
  const [waiting] = await readOutbox();
  expect(waiting).toMatchObject({ recipient: 'guest@example.org', status: 'pending' });
  expect(Buffer.from(waiting.content, 'base64').toString('latin1')).not.toContain('invitation=');

  await server.context.pool.query('UPDATE outbox SET attempts = 9');
  await retryNow();
  await expect.poll(async () => (await readOutbox())[0]?.status).toBe('failed');
  expect(await readOutbox()).toMatchObject([{ content: null, attempts: 10 }]);
  expect((await admin.call('admin.overview', {})).mail).toMatchObject({ waiting: 0, failed: 1 });
});

test('an address without a mailbox is not retried', async () => {
  server.mails.unknown.add('nobody@example.org');
  await server.signUp('nobody@example.org');
  await expect.poll(async () => (await readOutbox())[0]?.status).toBe('failed');
  expect(await readOutbox()).toMatchObject([{ attempts: 1, content: null }]);
});

test('a request for an address without an account stores and sends nothing', async () => {
  expect((await ask('request-password-reset', 'stranger@example.org')).status).toBe(200);
  expect((await ask('send-verification-email', 'stranger@example.org')).status).toBe(200);
  await expect.poll(readOutbox).toEqual([]);
  expect(server.mails.received).toEqual([]);
});

test('emails leased by a killed server are sent by the next one', async () => {
  await server.mails.be('rejects');
  await server.signUp('taken@example.org');
  await awaitFailure();
  await server.mails.be('takes');
  await server.context.pool.query("UPDATE outbox SET due_at = now() + interval '30 seconds'");
  now = new Date(Date.now() + 60_000);
  await server.context.pool.query("SELECT graphile_worker.add_job('recover-jobs')");
  expect(tokenIn(await awaitMail('taken@example.org'))).not.toBe('');
});
