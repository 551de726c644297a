import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { DeliveredEvent, WebhookEvent } from '#shared/events.ts';
import { WEBHOOK_DELIVERY_STATUSES } from '#shared/webhooks/calls.ts';
import { ofApp } from './apps.ts';
import { createdAt, oneOf, time } from './columns.ts';
import { notifications } from './notifications.ts';
import { ofUser, users } from './users.ts';

/**
 * The outgoing channels, each with its own limits. `account-email` is about an account or an invitation and goes to
 * an address; `email` and `digest` are about notifications of a user, a digest about several.
 */
export const OUTBOX_CHANNELS = ['account-email', 'email', 'digest', 'push', 'webhook'] as const;

export type OutboxChannel = (typeof OUTBOX_CHANNELS)[number];

const STATUSES = ['pending', 'sent', 'failed', 'skipped'] as const;

export type OutboxStatus = (typeof STATUSES)[number];

/**
 * Everything that leaves the store, written in the transaction of its cause. `keepsFinished` of the channel decides
 * which finished rows stay.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    channel: text('channel').$type<OutboxChannel>().notNull(),
    /** The notification and the user of an email, digest or push. */
    notificationId: bigint('notification_id', { mode: 'number' }).references(() => notifications.id, {
      onDelete: 'cascade',
    }),
    uid: text('uid').references(() => users.uid, { onDelete: 'cascade' }),
    webhookId: text('webhook_id').references(() => webhooks.id, { onDelete: 'cascade' }),
    /**
     * The address of an account email, the push subscription or the webhook delivery; otherwise empty. Not a foreign
     * key: a subscription may be gone before its pushes, and a delivery is deleted long after it is finished.
     */
    target: text('target').notNull().default(''),
    /**
     * The uid of the user who caused it, or an id of the broadcast; empty for an account email to oneself. Causes
     * take turns.
     */
    cause: text('cause').notNull().default(''),
    /** The content of an account email, encrypted because it may contain a link; null once it was given up. */
    encryptedContent: text('encrypted_content'),
    status: text('status').$type<OutboxStatus>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** When it can be leased next; while it is leased, the end of the lease. */
    dueAt: time('due_at').notNull(),
    lastError: text('last_error'),
    createdAt: time('created_at').notNull().defaultNow(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    uniqueIndex('outbox_once')
      .on(table.notificationId, table.uid, table.channel, table.target)
      .where(sql`${table.notificationId} is not null`),
    index('outbox_due').on(table.channel, table.dueAt).where(sql`${table.status} = 'pending'`),
    index('outbox_pending').on(table.notificationId).where(sql`${table.status} = 'pending'`),
    index('outbox_webhook').on(table.webhookId, table.dueAt).where(sql`${table.webhookId} is not null`),
    index('outbox_user').on(table.uid).where(sql`${table.uid} is not null`),
    index('outbox_finished').on(table.finishedAt).where(sql`${table.finishedAt} is not null`),
    index('outbox_retried')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending' and ${table.lastError} is not null`),
    index('outbox_failed').on(table.finishedAt).where(sql`${table.status} = 'failed'`),
    check('outbox_channel', oneOf(table.channel, OUTBOX_CHANNELS)),
    check('outbox_status', oneOf(table.status, STATUSES)),
    check(
      'outbox_subject',
      sql`(${table.notificationId} is not null) = (${table.channel} in ('email', 'digest', 'push'))
        and (${table.uid} is not null) = (${table.channel} in ('email', 'digest', 'push'))
        and (${table.webhookId} is not null) = (${table.channel} = 'webhook')`,
    ),
  ],
);

/** Addresses whose mail server rejected them. They get no notifications by email until their owner resumes them. */
export const emailSuppressions = pgTable('email_suppressions', {
  email: text('email').primaryKey(),
  reason: text('reason').notNull(),
  since: time('since').notNull(),
});

/** The browsers that receive push messages (W3C Push API). The endpoint is the browser's secret address. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    uid: ofUser(),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('push_subscriptions_user').on(table.uid, table.createdAt)],
);

export const webhooks = pgTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    url: text('url').notNull(),
    /** Event names. They have no constraint, so that new events need no migration. */
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    encryptedSecret: text('encrypted_secret').notNull(),
    createdAt: createdAt(),
    /** Failed attempts in a row, for any delivery; the first was at `failingSince`. */
    failures: integer('failures').notNull().default(0),
    failingSince: time('failing_since'),
    /** The end of the pause after a failed attempt. */
    retryAt: time('retry_at'),
    /** When it was turned off after days of failures. */
    disabledAt: time('disabled_at'),
  },
  (table) => [index('webhooks_app').on(table.appId, table.createdAt)],
);

/**
 * The log of a webhook, which its owners read and replay from. It outlives the outbox and has each body and response.
 * The outbox has the deliveries that are due.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: text('event_id').notNull(),
    /** Without a CHECK, because replays send events that a later version no longer has. */
    event: text('event').$type<DeliveredEvent>().notNull(),
    payload: text('payload').notNull(),
    status: text('status').$type<(typeof WEBHOOK_DELIVERY_STATUSES)[number]>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** When the next attempt is due, as decided after the last one; null without one. */
    nextAttemptAt: time('next_attempt_at'),
    responseStatus: integer('response_status'),
    response: text('response'),
    durationMs: integer('duration_ms'),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('webhook_deliveries_newest').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_finished').on(table.finishedAt),
    check('webhook_deliveries_status', oneOf(table.status, WEBHOOK_DELIVERY_STATUSES)),
  ],
);

export type OutboxRow = typeof outbox.$inferSelect;

export type WebhookRow = typeof webhooks.$inferSelect;

export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;
