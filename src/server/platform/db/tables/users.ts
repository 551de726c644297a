import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ACCOUNT_EXPORT_STATUSES } from '#shared/account/calls.ts';
import { DEPARTURE_STATES, declineGroundSchema } from '#shared/account/deletion.ts';
import type { DeclineGround } from '#shared/account/notice.ts';
import {
  type AlwaysStoredKind,
  type StoredPreferences,
  storedFlags,
} from '#shared/notifications/preferences.ts';
import type { QuotaLimits } from '#shared/quotas/quotas.ts';
import { developerTypeSchema, intentSchema, PUBLISHING_REQUEST_STATES } from '#shared/users/calls.ts';
import { densitySchema, type ProfileLinks } from '#shared/users/profile.ts';
import { ROLES, type Role } from '#shared/users/role.ts';
import { createdAt, oneOf, searchedText, time, updatedAt } from './columns.ts';
import { authUsers } from './identity.ts';

/** Returns the foreign key to a user; their deletion deletes the row. */
export const ofUser = () =>
  text('uid')
    .notNull()
    .references(() => users.uid, { onDelete: 'cascade' });

export interface UserSettings {
  /** A user's notification preferences; missing ones count as true. */
  notifications: Pick<StoredPreferences, AlwaysStoredKind> & Partial<StoredPreferences>;
}

/** The condition on users who switched announcements off, exactly as in their index. */
export const IS_WITHOUT_ANNOUNCEMENTS = sql.raw(
  `NOT (settings @> '{"notifications": {"systemAnnouncements": true}}'::jsonb)`,
);

/** Returns the texts by which users are found, exactly as in the index. */
export function searchedUserText(table: Record<'email' | 'displayName' | 'developerName', AnyColumn>): SQL {
  return searchedText([table.email, table.displayName, table.developerName]);
}

/** The user record of specification section 3, keyed by the identity's id. */
export const users = pgTable(
  'users',
  {
    uid: text('uid')
      .primaryKey()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    displayName: text('display_name'),
    photoURL: text('photo_url'),
    role: text('role').$type<Role>().notNull().default('user'),
    isVerified: boolean('is_verified').notNull().default(false),
    settings: jsonb('settings')
      .$type<UserSettings>()
      .notNull()
      .default({ notifications: storedFlags(true) }),
    developerName: text('developer_name'),
    developerType: text('developer_type').$type<'individual' | 'organisation'>(),
    onboardingCompleted: boolean('onboarding_completed').notNull().default(false),
    intent: text('intent').$type<'publish' | 'browse'>(),
    termsVersion: text('terms_version'),
    termsAcceptedAt: time('terms_accepted_at'),
    suspendedAt: time('suspended_at'),
    suspensionReason: text('suspension_reason'),
    /** Quotas of this account that differ from the store's. */
    quotas: jsonb('quotas').$type<Partial<QuotaLimits>>().notNull().default({}),
    links: jsonb('links').$type<ProfileLinks>().notNull().default({}),
    /** A BCP 47 tag and an IANA time zone; null follows the browser. */
    language: text('language'),
    timeZone: text('time_zone'),
    density: text('density').$type<'comfortable' | 'compact'>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('users_created').on(table.createdAt, table.uid),
    // Includes what searches compare, because they may pass many names until they have found a page.
    index('users_name').on(
      sql`lower(coalesce(${table.displayName}, ${table.email}))`,
      table.uid,
      table.email,
      table.displayName,
      table.developerName,
    ),
    index('users_email').on(table.email, table.uid),
    index('users_search').using('gin', sql`${searchedUserText(table)} gin_trgm_ops`),
    index('users_role').on(table.role, table.createdAt, table.uid),
    index('users_by_role').on(table.role),
    // Of the few who aren't plain users, which the indexes of all names and addresses would find one by one.
    index('users_staff_name')
      .on(table.role, sql`lower(coalesce(${table.displayName}, ${table.email}))`, table.uid)
      .where(sql`${table.role} <> 'user'`),
    index('users_staff_email').on(table.role, table.email, table.uid).where(sql`${table.role} <> 'user'`),
    check('users_role', oneOf(table.role, ROLES)),
    check('users_developer_type', oneOf(table.developerType, developerTypeSchema.options)),
    check('users_density', oneOf(table.density, densitySchema.options)),
    check('users_intent', oneOf(table.intent, intentSchema.options)),
    index('users_photo').on(table.photoURL).where(sql`${table.photoURL} is not null`),
    index('users_verified').on(table.createdAt, table.uid).where(sql`${table.isVerified}`),
    index('users_suspended').on(table.createdAt, table.uid).where(sql`${table.suspendedAt} is not null`),
    index('users_without_announcements').on(table.role).where(IS_WITHOUT_ANNOUNCEMENTS),
  ],
);

/** The last export of each account's data. Its file in storage is named by the random id. */
export const accountExports = pgTable(
  'account_exports',
  {
    uid: text('uid')
      .primaryKey()
      .references(() => users.uid, { onDelete: 'cascade' }),
    id: text('id').notNull().unique(),
    status: text('status').$type<(typeof ACCOUNT_EXPORT_STATUSES)[number]>().notNull(),
    requestedAt: time('requested_at').notNull(),
    finishedAt: time('finished_at'),
    expiresAt: time('expires_at'),
    /** Bytes. */
    size: bigint('size', { mode: 'number' }),
    /** Lower-case hex. */
    sha256: text('sha256'),
  },
  (table) => [
    index('account_exports_expiry').on(table.expiresAt),
    check('account_exports_status', oneOf(table.status, ACCOUNT_EXPORT_STATUSES)),
  ],
);

/** The last request of each user to delete their account; deleted when it is withdrawn, and with the account. */
export const accountDeletionRequests = pgTable(
  'account_deletion_requests',
  {
    uid: text('uid')
      .primaryKey()
      .references(() => users.uid, { onDelete: 'cascade' }),
    state: text('state').$type<(typeof DEPARTURE_STATES)[number]>().notNull(),
    requestedAt: time('requested_at').notNull(),
    deleteAt: time('delete_at').notNull(),
    ground: text('ground').$type<DeclineGround>(),
    declineReason: text('decline_reason'),
    declinedAt: time('declined_at'),
  },
  (table) => [
    index('account_deletion_requests_due')
      .on(table.deleteAt, table.uid)
      .where(sql`${table.state} = 'pending'`),
    check('account_deletion_requests_state', oneOf(table.state, DEPARTURE_STATES)),
    check('account_deletion_requests_ground', oneOf(table.ground, declineGroundSchema.options)),
  ],
);
export type DeletionRequestRow = typeof accountDeletionRequests.$inferSelect;

/** Requests to publish while the store's policy is approval, with their decisions. */
export const publishingRequests = pgTable(
  'publishing_requests',
  {
    uid: text('uid')
      .primaryKey()
      .references(() => users.uid, { onDelete: 'cascade' }),
    state: text('state').$type<(typeof PUBLISHING_REQUEST_STATES)[number]>().notNull(),
    requestedAt: time('requested_at').notNull(),
    decidedAt: time('decided_at'),
    reason: text('reason'),
  },
  (table) => [
    index('publishing_requests_waiting')
      .on(table.requestedAt, table.uid)
      .where(sql`${table.state} = 'waiting'`),
    check('publishing_requests_state', oneOf(table.state, PUBLISHING_REQUEST_STATES)),
  ],
);

/** Pending invitations to the store, each with a role. Only the SHA-256 of the link's secret is stored. */
export const userInvitations = pgTable(
  'user_invitations',
  {
    id: text('id').primaryKey(),
    /** In lower case. */
    email: text('email').notNull().unique(),
    role: text('role').$type<Role>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** True when the link was emailed, false when an admin got it to pass on. */
    isEmailed: boolean('is_emailed').notNull(),
    /** Not a foreign key: the account may be deleted. */
    invitedByUid: text('invited_by_uid').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('user_invitations_expires').on(table.expiresAt),
    check('user_invitations_role', oneOf(table.role, ROLES)),
  ],
);

/** Uploaded bytes per account and day (UTC). */
export const uploadDays = pgTable(
  'upload_days',
  {
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.day] })],
);
