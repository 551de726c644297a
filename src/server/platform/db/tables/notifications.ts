import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { NotificationType } from '#shared/notifications/notification-record.ts';
import type { NotificationSubject } from '#shared/notifications/notification-records.ts';
import { type NotificationKind, SWITCHABLE_KINDS } from '#shared/notifications/preferences.ts';
import { createdAt, oneOf, time } from './columns.ts';
import { users } from './users.ts';

/** The recipients of a broadcast. */
export const AUDIENCES = ['everyone', 'developers', 'chosen'] as const;

export type Audience = (typeof AUDIENCES)[number];

/** `sending`: into lists. `mailing`: emails and pushes are being queued. */
export const BROADCAST_STATUSES = ['sending', 'mailing', 'sent', 'stopped'] as const;

export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];

/** A notification's text, stored once for all recipients. Newer ones have higher ids. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Without a CHECK: clients show a type that they don't know as a general notification. */
    type: text('type').$type<NotificationType>().notNull(),
    /** In English; a reader's language has it from `about`. */
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** Its record and values; null for an announcement, and for what was stored before there were records. */
    about: jsonb('about').$type<NotificationSubject>(),
    data: jsonb('data').$type<Record<string, string>>(),
    /** The only recipient, whose deletion deletes it; null for a broadcast. */
    uid: text('uid').references(() => users.uid, { onDelete: 'cascade' }),
    /** The time of the first message that it groups; null unless it is about messages. */
    messagesSince: time('messages_since'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('notifications_user').on(table.uid).where(sql`${table.uid} is not null`),
    index('notifications_messages')
      .on(table.uid, table.messagesSince)
      .where(sql`${table.messagesSince} is not null`),
    index('notifications_expiry').on(table.expiresAt),
    check('notifications_kind', oneOf(table.kind, [...SWITCHABLE_KINDS, 'security'])),
  ],
);

/**
 * The users who have a notification in their list. An announcement has a row for every user, so rows are small and
 * have no foreign keys: the writer keeps the users and the notification from being deleted (`addRecipients`), and
 * deleting either deletes these rows (triggers of the migration; `deleteExpired` deletes many in batches).
 */
export const notificationRecipients = pgTable(
  'notification_recipients',
  {
    notificationId: bigint('notification_id', { mode: 'number' }).notNull(),
    readAt: time('read_at'),
    /**
     * The notification's expiry, copied so that counting unread ones reads one table, and whole notifications are
     * deleted by it.
     */
    expiresAt: time('expires_at').notNull(),
    uid: text('uid').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.notificationId] }),
    // Without other columns, PostgreSQL stores a user's entries as one list of six bytes each, which is also quick to
    // skip: entries of rows that were read stay until the next vacuum.
    index('notification_recipients_unread').on(table.uid).where(sql`${table.readAt} is null`),
    // Without the notification's id: a plan for one user's list could otherwise walk through everyone's.
    index('notification_recipients_expiry').on(table.expiresAt),
  ],
);

/** A notification to an audience. A job walks through the users in the order of their ids. */
export const broadcasts = pgTable(
  'broadcasts',
  {
    id: text('id').primaryKey(),
    notificationId: bigint('notification_id', { mode: 'number' })
      .notNull()
      .unique()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    audience: text('audience').$type<Audience>().notNull(),
    /** The users of the audience `chosen`. A list has no foreign keys, and deleted users get nothing. */
    chosenUids: text('chosen_uids').array(),
    /** The admin who announced it, whose account may be deleted; null for automatic ones. */
    senderUid: text('sender_uid'),
    isAnnouncement: boolean('is_announcement').notNull(),
    status: text('status').$type<BroadcastStatus>().notNull(),
    /** Size of the audience when it was sent; counted only for announcements. */
    recipients: integer('recipients').notNull().default(0),
    /** The last user whose list was written, and the number of users so far. */
    cursor: text('cursor').notNull().default(''),
    reached: integer('reached').notNull().default(0),
    /** The same for emails and pushes, which are queued in small batches while earlier ones are sent. */
    mailCursor: text('mail_cursor').notNull().default(''),
    mailReached: integer('mail_reached').notNull().default(0),
    emails: integer('emails').notNull().default(0),
    pushes: integer('pushes').notNull().default(0),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('broadcasts_announcements').on(table.createdAt, table.id).where(sql`${table.isAnnouncement}`),
    check('broadcasts_audience', oneOf(table.audience, AUDIENCES)),
    check('broadcasts_status', oneOf(table.status, BROADCAST_STATUSES)),
    check('broadcasts_chosen', sql`(${table.chosenUids} is not null) = (${table.audience} = 'chosen')`),
  ],
);

export type NotificationRow = typeof notifications.$inferSelect;

export type BroadcastRow = typeof broadcasts.$inferSelect;
