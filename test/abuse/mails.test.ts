import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wakeOutbox } from '#test/support/emails.ts';
import { type MailServer, startMailServer } from '#test/support/mail-server.ts';
import type { Person } from '#test/support/people.ts';
import { insertPeople } from '#test/support/seed-users.ts';
import { type AttackedServer, startAttackedServer } from './server.ts';

let mails: MailServer;
let server: AttackedServer;
let mallory: Person;
let honest: Person;
beforeAll(async () => {
  mails = await startMailServer();
  server = await startAttackedServer({ SMTP_URL: mails.url });
  mallory = await server.onboard('mallory@evil.example');
  honest = await server.onboard('honest@good.example');
  await insertPeople(server.pool, 60);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mails[Symbol.asyncDispose]();
});
beforeEach(async () => {
  mails.slow.clear();
  mails.received.length = 0;
  await server.pool.query('DELETE FROM notifications');
});

const receivedBy = (email: string) => mails.received.filter(({ to }) => to === email).length;

/** Writes a notification by mail to these people into the outbox as if somebody had caused it. */
async function queueMails(cause: string, { to, age = '0 s' }: { to: string; age?: string }) {
  await server.pool.query(
    `WITH said AS (
       INSERT INTO notifications (kind, type, title, message, expires_at)
       VALUES ('security', 'system_message', 'Hello', 'Hello', now() + interval '1 day') RETURNING id
     )
     INSERT INTO outbox (notification_id, uid, channel, cause, due_at)
     SELECT said.id, uid, 'email', $1, now() - $3::interval FROM users, said WHERE email LIKE $2`,
    [cause, to, age],
  );
  await wakeOutbox(server.pool, 'email');
}

describe('an account that causes many emails', () => {
  test('does not delay the emails of others', async () => {
    mails.delayMs = 20;
    await queueMails(mallory.uid, { to: '%@people.example', age: '1 hour' });
    await queueMails(honest.uid, { to: honest.email });
    await expect.poll(() => receivedBy(honest.email)).toBe(1);
    expect(mails.received.findIndex(({ to }) => to === honest.email)).toBeLessThan(30);
    mails.delayMs = 0;
  });
});

describe('recipients whose mail server never responds', () => {
  test('delay neither notifications nor account emails of others', async () => {
    for (const domain of ['people.example', 'evil.example']) mails.slow.add(domain);
    await queueMails(mallory.uid, { to: '%@people.example', age: '1 hour' });
    await expect.poll(() => mails.waiting).toBeGreaterThan(0);
    for (let at = 0; at < 3; at += 1) await server.signUp(`more${at}@a${at}.evil.example`);
    await queueMails(honest.uid, { to: honest.email });
    await expect.poll(() => receivedBy(honest.email)).toBe(1);
    await server.signUp('newcomer@good.example');
    await expect.poll(() => receivedBy('newcomer@good.example')).toBeGreaterThan(0);
    expect(mails.waiting).toBeGreaterThan(0);
  });
});
