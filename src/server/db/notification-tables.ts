import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { NotificationType } from '#shared/notifications/calls.ts';
import type { KindChannel, NoticeKind } from '#shared/notifications/preferences.ts';
import type { WebhookEvent } from '#shared/webhooks/calls.ts';
import { apps, users } from './tables.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => time('created_at').notNull().defaultNow();
const ofUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.uid, { onDelete: 'cascade' });

/**
 * The preferences of specification section 3. Its appUpdates and systemAnnouncements are not here: they are
 * `users.settings.notifications`, by which recipients are selected, and stored once.
 */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: ofUser().primaryKey(),
  approvalNotifications: boolean('approval_notifications').notNull().default(true),
  email: boolean('email').notNull().default(true),
  push: boolean('push').notNull().default(true),
  inApp: boolean('in_app').notNull().default(true),
  emailFrequency: text('email_frequency').$type<'immediate' | 'daily'>().notNull().default('immediate'),
  muted: text('muted').array().$type<KindChannel[]>().notNull().default([]),
});

/**
 * What is told, once for all who are told it: to one person, or to an audience by a job that walks through the users
 * in the order of their ids. A person's notification has the id `{notice}.{user}`.
 */
export const notices = pgTable(
  'notices',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    type: text('type').$type<NotificationType>().notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    data: jsonb('data').$type<Record<string, string>>(),
    audience: text('audience').$type<'everyone' | 'developers' | 'chosen'>().notNull(),
    /** The people of the audience `chosen`. */
    chosenUids: text('chosen_uids').array(),
    /** The admin who announced it; null when the store itself tells it. */
    senderUid: text('sender_uid'),
    isAnnouncement: boolean('is_announcement').notNull().default(false),
    status: text('status').$type<'sending' | 'mailing' | 'sent' | 'stopped'>().notNull(),
    /** How many people the audience had when the notice was made; only announcements count them. */
    recipients: integer('recipients').notNull().default(0),
    /** The last user whose list has been seen to, and how many have. */
    cursor: text('cursor').notNull().default(''),
    reached: integer('reached').notNull().default(0),
    /** The same for the mails and pushes, which are written in small lots while the earlier ones leave. */
    mailCursor: text('mail_cursor').notNull().default(''),
    mailReached: integer('mail_reached').notNull().default(0),
    emails: integer('emails').notNull().default(0),
    pushes: integer('pushes').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('notices_announcements').on(table.createdAt, table.id).where(sql`${table.isAnnouncement}`),
    index('notices_underway').on(table.status).where(sql`${table.status} in ('sending', 'mailing')`),
    index('notices_created').on(table.createdAt).where(sql`not ${table.isAnnouncement}`),
  ],
);

/** The outbox: a mail or push message that a person is to get, written in the transaction of what it tells. */
export const noticeDeliveries = pgTable(
  'notice_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    noticeId: text('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    /** `digest` is a mail that waits for the day's letter. */
    channel: text('channel').$type<'email' | 'digest' | 'push'>().notNull(),
    /** The push subscription; empty for mails. */
    target: text('target').notNull().default(''),
    status: text('status').$type<'pending' | 'sent' | 'failed' | 'skipped'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** When it may next be taken: while somebody sends it, when it is taken from them. */
    dueAt: time('due_at').notNull(),
    lastError: text('last_error'),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    uniqueIndex('notice_deliveries_once').on(table.noticeId, table.userId, table.channel, table.target),
    index('notice_deliveries_due').on(table.channel, table.dueAt).where(sql`${table.status} = 'pending'`),
    index('notice_deliveries_pending').on(table.noticeId).where(sql`${table.status} = 'pending'`),
    index('notice_deliveries_finished').on(table.finishedAt),
    index('notice_deliveries_user').on(table.userId),
  ],
);

/** Addresses whose own mail server said that it takes no mail for them; nothing is sent there until they ask for it. */
export const pausedAddresses = pgTable('paused_addresses', {
  email: text('email').primaryKey(),
  reason: text('reason').notNull(),
  since: time('since').notNull(),
});

/** The browsers that take push messages (W3C Push API); the endpoint is the browser's secret address. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId, table.createdAt)],
);

/** The key pair by which push services know this store (RFC 8292); one row. */
export const vapidKeys = pgTable('vapid_keys', {
  id: integer('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  encryptedPrivateKey: text('encrypted_private_key').notNull(),
  createdAt: createdAt(),
});

export const webhooks = pgTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    appId: text('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    encryptedSecret: text('encrypted_secret').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('webhooks_app').on(table.appId, table.createdAt)],
);

/** An event on its way to a webhook, written in the transaction of the event; afterwards its log. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: text('event_id').notNull(),
    event: text('event').$type<WebhookEvent>().notNull(),
    payload: text('payload').notNull(),
    status: text('status').$type<'pending' | 'delivered' | 'failed'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: time('due_at').notNull(),
    responseStatus: integer('response_status'),
    response: text('response'),
    durationMs: integer('duration_ms'),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('webhook_deliveries_newest').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_due').on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index('webhook_deliveries_finished').on(table.finishedAt),
  ],
);

export type NoticeRow = typeof notices.$inferSelect;
export type WebhookRow = typeof webhooks.$inferSelect;
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;
