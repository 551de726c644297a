import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '#test/support/mail-server.ts';
import type { Person } from '#test/support/people.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import type { Context } from '../../platform/context.ts';
import { type OutboxRow, outbox, webhookDeliveries } from '../../platform/db/tables/deliveries.ts';
import { StorageUnavailableError } from '../../platform/storage/storage.ts';
import { CHANNEL_DEFINITIONS } from '../channels.ts';
import { MOST_ATTEMPTS } from '../webhooks/attempts.ts';
import { queueWebhookDeliveries } from '../webhooks/queue-deliveries.ts';
import { MAX_ATTEMPTS } from './back-off.ts';
import type { ChannelDefinition } from './channel.ts';
import { findDue, keepLeased, leaseItems } from './lease.ts';
import { sendOutbox } from './send-outbox.ts';
import { settleAttempt, settleWhileLeased } from './settle.ts';

const HOUR_MS = 3_600_000;

let mails: MailServer;
let receiver: Receiver;
let server: TestServer;
let owner: Person;
beforeAll(async () => {
  mails = await startMailServer();
  receiver = await startReceiver();
  server = await startTestServer({ env: { SMTP_URL: mails.url, WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  owner = await server.onboard('owner@example.org');
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await mails[Symbol.asyncDispose]();
});

/** An account email that no server looks at, as it is due in an hour. */
async function insertItem(columns: Partial<OutboxRow> = {}): Promise<OutboxRow> {
  const dueAt = new Date(Date.now() + HOUR_MS);
  const [item] = await server.context.db
    .insert(outbox)
    .values({ channel: 'account-email', target: 'a@example.org', encryptedContent: 'x', dueAt, ...columns })
    .returning();
  return item as OutboxRow;
}

async function readItem({ id }: OutboxRow): Promise<OutboxRow | undefined> {
  const [item] = await server.context.db.select().from(outbox).where(eq(outbox.id, id));
  return item;
}

/** The same server some hours later. */
const inHours = (hours: number): Context =>
  Object.assign(Object.create(server.context) as Context, {
    clock: () => new Date(Date.now() + hours * HOUR_MS),
  });

const emails = CHANNEL_DEFINITIONS['account-email'];

describe('an item', () => {
  test('is leased by one of two servers, and is due again when the lease ends', async () => {
    const { id } = await insertItem();
    expect(await leaseItems(server.context, [String(id)])).toEqual([]);
    const later = inHours(2);
    const leased = await Promise.all([1, 2].map(() => leaseItems(later, [String(id)])));
    expect(leased.flat()).toMatchObject([{ id, attempts: 1 }]);
    expect(await leaseItems(inHours(3), [String(id)])).toMatchObject([{ id, attempts: 2 }]);
  });

  test('of a killed server is due for another within a minute, and of a living one stays leased', async () => {
    const minutes = (count: number) => inHours(2 + count / 60);
    const ids = await Promise.all([1, 2].map(async () => String((await insertItem()).id)));
    const [killed = [], living = []] = await Promise.all(ids.map((id) => leaseItems(minutes(0), [id])));
    await using leases = new AsyncDisposableStack();
    leases.use(keepLeased(minutes(0.75), living, 10));
    await expect
      .poll(async () => (await readItem(living[0] as OutboxRow))?.dueAt.getTime())
      .toBeGreaterThan(minutes(1).clock().getTime());
    expect(await leaseItems(minutes(0.75), ids)).toMatchObject([{ id: killed[0]?.id, attempts: 2 }]);
  });

  test('isn’t leased again by its living server once its result is recorded', async () => {
    const item = await insertItem();
    const leased = await leaseItems(inHours(2), [String(item.id)]);
    const lease = keepLeased(inHours(2), leased, 1);
    const decision = { result: 'retry', reason: 'not now' } as const;
    const settled = await settleAttempt(server.context, emails, { item: leased[0] as OutboxRow, decision });
    await lease[Symbol.asyncDispose]();
    expect((await readItem(item))?.dueAt).toEqual(settled?.wakeAt);
  });

  test('waits for its next attempt, until the last one', async () => {
    const item = await insertItem({ attempts: MAX_ATTEMPTS - 1 });
    const decision = { result: 'retry', reason: 'not now' } as const;
    const settled = await settleAttempt(server.context, emails, { item, decision });
    expect(settled?.wakeAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await readItem(item)).toMatchObject({ status: 'pending', lastError: 'not now' });

    const last = { ...item, attempts: MAX_ATTEMPTS };
    expect(await settleAttempt(server.context, emails, { item: last, decision })).toMatchObject({
      wakeAt: null,
    });
    expect(await readItem(item)).toMatchObject({ status: 'failed', encryptedContent: null });
  });

  test.each([
    ['all', 'sent', 'sent'],
    ['failed', 'fail', 'failed'],
    ['failed', 'sent', undefined],
    ['none', 'fail', undefined],
  ] as const)('of a channel that keeps %s stays after %s as %s', async (keepsFinished, result, status) => {
    const channel: ChannelDefinition = { ...emails, keepsFinished };
    const item = await insertItem();
    await settleAttempt(server.context, channel, { item, decision: { result, reason: 'because' } });
    expect((await readItem(item))?.status).toBe(status);
  });

  test('waits for the end of its lease when its result is unknown', async () => {
    const item = await insertItem();
    expect(await settleAttempt(server.context, emails, { item, decision: null })).toBeNull();
    expect(await readItem(item)).toEqual(item);
  });
});

test.each([
  ['an unavailable database', 'pending', Object.assign(new Error('terminated'), { code: '57P01' })],
  ['an unavailable storage', 'pending', new StorageUnavailableError('no response')],
  ['a mistake', 'failed', new TypeError('x is undefined')],
])('an item that can’t be sent because of %s is then %s', async (_, status, error) => {
  const item = await insertItem({ target: 'later@trouble.example' });
  const channel: ChannelDefinition = {
    ...emails,
    selectDue: (isDue) => sql`
      SELECT o.id::text AS key, ARRAY[o.id] AS ids, o.due_at, '' AS turn, '' AS receiver, '{}'::text[] AS lanes
      FROM outbox o WHERE ${isDue} AND o.id = ${item.id}`,
    send: () => Promise.reject(error),
  };
  await sendOutbox(inHours(2), channel, new AbortController().signal);
  expect(await readItem(item)).toMatchObject({ status, attempts: 1 });
});

test('a webhook’s delivery whose last attempt met an outage of the store has failed in its log', async () => {
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.outage',
    name: 'Outage',
  });
  const { webhook } = await owner.call('webhooks.create', { appId: app.id, url: `${receiver.url}outage` });
  const { db } = server.context;
  const id = randomUUID();
  await db.insert(webhookDeliveries).values({
    id,
    webhookId: webhook.id,
    eventId: id,
    event: 'version.submitted',
    payload: '{}',
    nextAttemptAt: new Date(),
  });
  const item = await insertItem({ channel: 'webhook', webhookId: webhook.id, target: id });
  const decision = { result: 'retry', reason: 'The database was unavailable.' } as const;
  const log = async () => (await owner.call('webhooks.deliveries', { webhookId: webhook.id })).deliveries;
  const { webhook: channel } = CHANNEL_DEFINITIONS;
  await settleAttempt(server.context, channel, { item: { ...item, attempts: MOST_ATTEMPTS - 1 }, decision });
  expect(await log()).toMatchObject([{ status: 'pending', finishedAt: null }]);
  await settleAttempt(server.context, channel, { item: { ...item, attempts: MOST_ATTEMPTS }, decision });
  expect(await log()).toMatchObject([
    {
      status: 'failed',
      attempts: MOST_ATTEMPTS,
      response: 'The store could not send this.',
      nextAttemptAt: null,
      finishedAt: expect.any(String),
    },
  ]);
  expect(await readItem(item)).toBeUndefined();
});

describe('a result that the database did not confirm', () => {
  /** The same server, whose first transaction loses its connection before or after its commit. */
  function loseConnection(when: 'before' | 'after') {
    const { db } = server.context;
    let transactions = 0;
    const transaction: typeof db.transaction = async (work, config) => {
      transactions += 1;
      if (transactions > 1) return db.transaction(work, config);
      if (when === 'after') await db.transaction(work, config);
      throw Object.assign(new Error('terminated'), { code: '57P01' });
    };
    const context: Context = Object.assign(Object.create(server.context) as Context, {
      db: Object.assign(Object.create(db) as typeof db, { transaction }),
    });
    return { context, count: () => transactions };
  }
  const { signal } = new AbortController();
  const sent = { decision: { result: 'sent' }, signal } as const;

  test('is recorded later, so that nothing is sent twice', async () => {
    const { context, count } = loseConnection('before');
    const item = await insertItem();
    expect(await settleWhileLeased(context, emails, { item, ...sent })).toMatchObject({ result: 'sent' });
    expect([await readItem(item), count()]).toEqual([undefined, 2]);
  });

  test('is not recorded again when it was', async () => {
    const { context, count } = loseConnection('after');
    const item = await insertItem();
    expect(await settleWhileLeased(context, emails, { item, ...sent })).toBeNull();
    expect([await readItem(item), count()]).toEqual([undefined, 1]);
  });

  test('is given up at the end of the lease, and at a stop', async () => {
    const item = await insertItem({ dueAt: new Date(Date.now() - HOUR_MS) });
    const expired = settleWhileLeased(loseConnection('before').context, emails, { item, ...sent });
    await expect(expired).rejects.toThrow('terminated');
    const stopped = { item: await insertItem(), ...sent, signal: AbortSignal.abort() };
    await expect(settleWhileLeased(loseConnection('before').context, emails, stopped)).rejects.toThrow(
      'terminated',
    );
  });
});

test('users of a channel take turns, and full lanes are skipped', async () => {
  const targets = ['1@many.example', '2@many.example', '3@few.example'];
  const ids: string[] = [];
  for (const target of targets) ids.push(String((await insertItem({ target })).id));
  const find = async (full: readonly string[]) => {
    const due = await findDue(inHours(2), emails, full);
    return due.map(({ id }) => id).filter((id) => ids.includes(id));
  };
  expect(await find([])).toEqual([ids[0], ids[2], ids[1]]);
  expect(await find(['receiver many.example'])).toEqual([ids[2]]);
});

test('a mail server that hangs delays neither pushes nor webhooks', async () => {
  await mails.be('hangs');
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  await owner.call('push.subscribe', { endpoint: `${receiver.url}push`, keys });
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.outbox',
    name: 'Outbox',
  });
  const { webhook } = await owner.call('webhooks.create', { appId: app.id, url: `${receiver.url}webhook` });
  const admin = await server.admin();
  const { announcementId } = await admin.call('notifications.announce', {
    title: 'Maintenance',
    message: 'On Sunday.',
    userIds: [owner.uid],
  });
  const event = {
    webhookId: webhook.id,
    eventId: randomUUID(),
    event: 'version.submitted',
    payload: '{}',
  } as const;
  await server.context.db.transaction((tx) =>
    queueWebhookDeliveries(tx, [event], { appId: app.id, now: new Date() }),
  );

  const paths = () => receiver.received.map(({ path }) => path).sort();
  await expect.poll(paths).toEqual(['/push', '/webhook']);
  const { rows } = await server.context.pool.query(
    `SELECT o.status FROM outbox o JOIN broadcasts b ON b.notification_id = o.notification_id
     WHERE b.id = $1 AND o.channel = 'email'`,
    [announcementId],
  );
  expect(rows).toEqual([{ status: 'pending' }]);
  await mails.be('takes');
});
