import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { AppStatus } from '#shared/apps/app.ts';
import { type AppDetails, NO_DETAILS } from '#shared/apps/details.ts';
import type { NotificationType } from '#shared/notifications/calls.ts';
import type { PackageFacts, SignatureFacts } from '#shared/packages/facts.ts';
import type { Finding } from '#shared/packages/finding.ts';
import type { PolicyDecision } from '#shared/reviews/policy.ts';
import type { RejectionReason } from '#shared/reviews/reasons.ts';
import type { ProfileLinks } from '#shared/users/profile.ts';
import type { VersionStatus } from '#shared/versions/version.ts';
import { authUsers } from './identity-tables.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => time('created_at').notNull().defaultNow();
const updatedAt = () => time('updated_at').notNull().defaultNow();

/* The store's own collections. */

export interface UserSettings {
  notifications: { appUpdates: boolean; systemAnnouncements: boolean };
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
    role: text('role').notNull().default('user'),
    isVerified: boolean('is_verified').notNull().default(false),
    settings: jsonb('settings')
      .$type<UserSettings>()
      .notNull()
      .default({ notifications: { appUpdates: true, systemAnnouncements: true } }),
    developerName: text('developer_name'),
    developerType: text('developer_type').$type<'individual' | 'organisation'>(),
    onboardingCompleted: boolean('onboarding_completed').notNull().default(false),
    intent: text('intent').$type<'publish' | 'look'>(),
    termsVersion: text('terms_version'),
    termsAcceptedAt: time('terms_accepted_at'),
    suspendedAt: time('suspended_at'),
    suspensionReason: text('suspension_reason'),
    links: jsonb('links').$type<ProfileLinks>().notNull().default({}),
    /** A BCP 47 tag and an IANA time zone; null follows the browser. */
    language: text('language'),
    timeZone: text('time_zone'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('users_created').on(table.createdAt, table.uid),
    index('users_search').using(
      'gin',
      table.email.op('gin_trgm_ops'),
      table.displayName.op('gin_trgm_ops'),
      table.developerName.op('gin_trgm_ops'),
    ),
    index('users_role').on(sql`lower(trim(${table.role}))`, table.createdAt, table.uid),
    index('users_suspended').on(table.createdAt, table.uid).where(sql`${table.suspendedAt} is not null`),
  ],
);

export const apps = pgTable(
  'apps',
  {
    id: text('id').primaryKey(),
    ownerUid: text('owner_uid')
      .notNull()
      .references(() => users.uid),
    platform: text('platform').$type<'android' | 'ios'>().notNull(),
    applicationId: text('application_id').notNull(),
    name: text('name').notNull(),
    summary: text('summary'),
    status: text('status').$type<AppStatus>().notNull(),
    /** What it goes back to when the store restores it, and why the store removed it; null unless it is removed. */
    removedFrom: text('removed_from').$type<AppStatus>(),
    removalReason: text('removal_reason'),
    details: jsonb('details').$type<AppDetails>().notNull().default(NO_DETAILS),
    /** Counts the edits of the details, so that an edit of an older state is noticed. */
    detailsRevision: integer('details_revision').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('apps_application_id').on(table.platform, table.applicationId),
    index('apps_owner').on(table.ownerUid, table.createdAt, table.id),
    index('apps_owner_name').on(table.ownerUid, sql`lower(${table.name})`, table.id),
    index('apps_owner_updated').on(table.ownerUid, table.updatedAt, table.id),
    index('apps_created').on(table.createdAt, table.id),
    index('apps_search').using('gin', table.name.op('gin_trgm_ops'), table.applicationId.op('gin_trgm_ops')),
  ],
);

export const versions = pgTable(
  'versions',
  {
    id: text('id').primaryKey(),
    appId: text('app_id')
      .notNull()
      .references(() => apps.id),
    status: text('status').$type<VersionStatus>().notNull(),
    fileName: text('file_name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** What the uploader said the file's SHA-256 would be, if anything. */
    expectedSha256: text('expected_sha256'),
    /** What the server measured, once the file is complete. */
    sha256: text('sha256'),
    package: jsonb('package').$type<PackageFacts>(),
    signature: jsonb('signature').$type<SignatureFacts>(),
    findings: jsonb('findings').$type<Finding[]>().notNull().default([]),
    iconKey: text('icon_key'),
    /** The number that orders an app's versions, copied out of the package so that it can be unique. */
    versionCode: bigint('version_code', { mode: 'number' }),
    createdByUid: text('created_by_uid').notNull(),
    reviewerUid: text('reviewer_uid'),
    decisionNote: text('decision_note'),
    rejectionReasons: text('rejection_reasons').array().$type<RejectionReason[]>().notNull().default([]),
    /** What the store's policy for updates decided at submission, and why. */
    policyDecision: jsonb('policy_decision').$type<PolicyDecision>(),
    /** What is new in it, by locale, as the listing said when it was submitted. */
    releaseNotes: jsonb('release_notes').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
    submittedAt: time('submitted_at'),
    /** What its place in the queue is counted from: a resubmission keeps that of the one before it. */
    queuedAt: time('queued_at'),
    claimedAt: time('claimed_at'),
    /** When its publisher deleted it; it then only keeps its number taken. */
    deletedAt: time('deleted_at'),
    /** Why the store removed it; null unless it is removed. */
    removalReason: text('removal_reason'),
    decidedAt: time('decided_at'),
    publishedAt: time('published_at'),
  },
  (table) => [
    index('versions_app').on(table.appId, table.createdAt),
    index('versions_queue')
      .on(table.queuedAt, table.id)
      .where(sql`${table.status} in ('submitted', 'in_review')`),
    index('versions_published').on(table.appId).where(sql`${table.status} = 'published'`),
    index('versions_decided').on(table.decidedAt).where(sql`${table.decidedAt} is not null`),
    /** Of the versions that were handed in and not turned away, no two of an app have the same number. */
    uniqueIndex('versions_code')
      .on(table.appId, table.versionCode)
      .where(
        sql`${table.status} in ('submitted', 'in_review', 'approved', 'published', 'unpublished', 'removed')`,
      ),
    index('versions_sha256').on(table.sha256),
  ],
);

/** Append-only: a trigger of the migration refuses every UPDATE and DELETE. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: time('at').notNull().defaultNow(),
    /** Null when the store itself acted. */
    actorUid: text('actor_uid'),
    event: text('event').notNull(),
    appId: text('app_id'),
    versionId: text('version_id'),
    subjectUid: text('subject_uid'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('audit_events_app').on(table.appId, table.id),
    index('audit_events_version').on(table.versionId, table.id),
    index('audit_events_actor').on(table.actorUid, table.id),
    index('audit_events_subject').on(table.subjectUid, table.id),
    index('audit_events_event').on(table.event, table.id),
    index('audit_events_at').on(table.at, table.id),
  ],
);

export const notifications = pgTable(
  'notifications',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    type: text('type').$type<NotificationType>().notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    read: boolean('read').notNull().default(false),
    data: jsonb('data').$type<Record<string, string>>(),
    createdAt: createdAt(),
    expiresAt: time('expires_at'),
  },
  (table) => [
    index('notifications_newest').on(table.userId, table.createdAt, table.id),
    index('notifications_unread').on(table.userId, table.expiresAt).where(sql`not ${table.read}`),
    index('notifications_expiry').on(table.expiresAt),
  ],
);

/** What the store's people changed from the defaults; one row. */
export const storeSettings = pgTable('store_settings', {
  id: integer('id').primaryKey(),
  data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  updatedAt: updatedAt(),
});

/** The one-time link with which the operator creates the first admin; only its hash is kept. */
export const setupLinks = pgTable('setup_links', {
  id: integer('id').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  createdAt: createdAt(),
});

/** The keys that feeds are signed with; the private key is encrypted with the server's secret. */
export const signingKeys = pgTable('signing_keys', {
  purpose: text('purpose').primaryKey(),
  certificatePem: text('certificate_pem').notNull(),
  encryptedPrivateKey: text('encrypted_private_key').notNull(),
  createdAt: createdAt(),
});

/** The generation of each feed that clients read now. */
export const feeds = pgTable('feeds', {
  name: text('name').primaryKey(),
  /** Milliseconds since 1970; grows with every generation, as F-Droid clients demand. */
  timestamp: bigint('timestamp', { mode: 'number' }).notNull(),
  files: jsonb('files').$type<Record<string, { key: string; sha256: string; size: number }>>().notNull(),
});

export const downloads = pgTable(
  'downloads',
  {
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.day] })],
);

export type AppRow = typeof apps.$inferSelect;
export type VersionRow = typeof versions.$inferSelect;
