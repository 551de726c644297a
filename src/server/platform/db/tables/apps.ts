import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  type AntiFeatureReasons,
  type AntiFeatureSetter,
  antiFeatureSetterSchema,
  declarableSchema,
} from '#shared/listings/anti-feature.ts';
import type { DeclaredAntiFeature } from '#shared/listings/anti-feature-calls.ts';
import { NO_DETAILS } from '#shared/listings/details.ts';
import {
  type InvitationRole,
  invitationRoleSchema,
  type MemberRole,
  memberRoleSchema,
} from '#shared/members/member.ts';
import { type Platform, platformSchema } from '#shared/packages/platform.ts';
import type { ProvenancePolicy } from '#shared/provenance/provenance.ts';
import { type AppStatus, appStatusSchema } from '#shared/statuses/app-status.ts';
import { createdAt, jsonWithDefaults, oneOf, time, updatedAt } from './columns.ts';
import { users } from './users.ts';

/** Returns the foreign key to an app; its deletion deletes the row. */
export const ofApp = () =>
  text('app_id')
    .notNull()
    .references(() => apps.id, { onDelete: 'cascade' });

/** The condition on apps with listing changes that wait for a decision. */
export const IS_LISTING_WAITING = sql.raw("listing_waiting_since is not null and status <> 'removed'");

const detailsColumn = jsonWithDefaults(NO_DETAILS);

/** The details that SQL reads. All others have their defaults when they are read. */
const STORED_DEFAULTS = sql.raw(`'{"defaultLocale": "${NO_DETAILS.defaultLocale}"}'::jsonb`);

export const apps = pgTable(
  'apps',
  {
    id: text('id').primaryKey(),
    ownerUid: text('owner_uid')
      .notNull()
      .references(() => users.uid),
    platform: text('platform').$type<Platform>().notNull(),
    applicationId: text('application_id').notNull(),
    /** Copies of the listing's texts in the default language, for lists, searches and sorting (`nameApp`). */
    name: text('name').notNull(),
    summary: text('summary'),
    status: text('status').$type<AppStatus>().notNull(),
    /** The status before the removal, and the reason for it; null unless removed. */
    removedFrom: text('removed_from').$type<AppStatus>(),
    removalReason: text('removal_reason'),
    details: detailsColumn('details').notNull().default(STORED_DEFAULTS),
    /** Counts the edits of the details, to detect edits of an old revision. */
    detailsRevision: integer('details_revision').notNull().default(1),
    /** The live details and publisher name. */
    publicDetails: detailsColumn('public_details').notNull().default(STORED_DEFAULTS),
    publicDeveloperName: text('public_developer_name'),
    /** Apple's ID of an iOS app that is distributed by marketplaces: digits; null for all other apps. */
    marketplaceId: text('marketplace_id'),
    /** The origin that versions must have; null when none is required. */
    provenancePolicy: jsonb('provenance_policy').$type<ProvenancePolicy>(),
    /** Since when the oldest listing change has waited for approval; null when none does. */
    listingWaitingSince: time('listing_waiting_since'),
    /** True when the listing of a live app has changes that its publisher hasn't published or submitted. */
    hasListingDrafts: boolean('has_listing_drafts').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    /** Referenced by rows that follow an app's publisher. */
    unique('apps_id_owner').on(table.id, table.ownerUid),
    uniqueIndex('apps_application_id').on(table.platform, table.applicationId),
    check('apps_platform', oneOf(table.platform, platformSchema.options)),
    check('apps_status', oneOf(table.status, appStatusSchema.options)),
    check('apps_removed_from', oneOf(table.removedFrom, appStatusSchema.options)),
    uniqueIndex('apps_marketplace_id').on(table.marketplaceId).where(sql`${table.marketplaceId} is not null`),
    check('apps_marketplace_platform', sql`${table.marketplaceId} is null or ${table.platform} = 'ios'`),
    index('apps_owner').on(table.ownerUid, table.createdAt, table.id),
    index('apps_owner_name').on(table.ownerUid, sql`lower(${table.name})`, table.id),
    index('apps_owner_updated').on(table.ownerUid, table.updatedAt, table.id),
    index('apps_owner_status').on(table.ownerUid, table.status, table.id),
    index('apps_created').on(table.createdAt, table.id),
    index('apps_updated').on(table.updatedAt, table.id),
    index('apps_name').on(sql`lower(${table.name})`, table.id),
    index('apps_status').on(table.status, table.id),
    index('apps_status_created').on(table.status, table.createdAt, table.id),
    index('apps_platform').on(table.platform, table.createdAt, table.id),
    index('apps_listing_waiting').on(table.listingWaitingSince, table.id).where(IS_LISTING_WAITING),
    index('apps_search').using('gin', table.name.op('gin_trgm_ops'), table.applicationId.op('gin_trgm_ops')),
  ],
);

/** Members of an app other than its publisher (`apps.owner_uid`), who is always an owner and has no row here. */
export const appMembers = pgTable(
  'app_members',
  {
    appId: ofApp(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    role: text('role').$type<MemberRole>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.uid] }),
    index('app_members_uid').on(table.uid),
    check('app_members_role', oneOf(table.role, memberRoleSchema.options)),
  ],
);

/** Anti-features that the publisher or staff declared for all versions of an app. */
export const appAntiFeatures = pgTable(
  'app_anti_features',
  {
    appId: ofApp(),
    antiFeature: text('anti_feature').$type<DeclaredAntiFeature['antiFeature']>().notNull(),
    setBy: text('set_by').$type<AntiFeatureSetter>().notNull(),
    setAt: time('set_at').notNull(),
    /** By locale. */
    reasons: jsonb('reasons').$type<AntiFeatureReasons>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.antiFeature] }),
    check('app_anti_features_known', oneOf(table.antiFeature, declarableSchema.options)),
    check('app_anti_features_set_by', oneOf(table.setBy, antiFeatureSetterSchema.options)),
  ],
);

/** Pending invitations. Only the SHA-256 of the link's secret is stored. */
export const appInvitations = pgTable(
  'app_invitations',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    /** In lower case. */
    email: text('email').notNull(),
    role: text('role').$type<InvitationRole>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** True when only the email to the address contained the link, which so proves access to the mailbox. */
    isEmailed: boolean('is_emailed').notNull().default(true),
    /** Not a foreign key: the account may be deleted. */
    invitedByUid: text('invited_by_uid').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('app_invitations_email').on(table.appId, table.email),
    check('app_invitations_role', oneOf(table.role, invitationRoleSchema.options)),
  ],
);

export type AppRow = typeof apps.$inferSelect;
