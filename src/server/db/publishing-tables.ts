import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { GraphicKind } from '#shared/listings/graphics.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import type { InvitationRole, MemberRole } from '#shared/members/member.ts';
import type { Finding } from '#shared/packages/finding.ts';
import type { PublicationKind, Track } from '#shared/releases/release.ts';
import { apps, users, versions } from './tables.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => time('created_at').notNull().defaultNow();
const updatedAt = () => time('updated_at').notNull().defaultNow();
const ofApp = () =>
  text('app_id')
    .notNull()
    .references(() => apps.id, { onDelete: 'cascade' });

/** Who works on an app beside its publisher, `apps.owner_uid`, who is an owner always and has no row here. */
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
  (table) => [primaryKey({ columns: [table.appId, table.uid] }), index('app_members_uid').on(table.uid)],
);

/** Invitations that nobody has accepted yet. Of the link's secret only the SHA-256 is kept. */
export const appInvitations = pgTable(
  'app_invitations',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    /** In lower case. */
    email: text('email').notNull(),
    role: text('role').$type<InvitationRole>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    invitedByUid: text('invited_by_uid').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [uniqueIndex('app_invitations_email').on(table.appId, table.email)],
);

/** What an app says of itself in one language. */
export const appListings = pgTable(
  'app_listings',
  {
    appId: ofApp(),
    /** A BCP 47 tag. */
    locale: text('locale').notNull(),
    texts: jsonb('texts').$type<ListingTexts>().notNull(),
    /** What people see; null before the first publication. A changed name waits for the next review. */
    publicTexts: jsonb('public_texts').$type<ListingTexts>(),
    /** Counts the edits, so that an edit of an older state is noticed. */
    revision: integer('revision').notNull().default(1),
    updatedByUid: text('updated_by_uid').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.locale] })],
);

/** Icons, feature graphics and screenshots, re-encoded and stored under the hash of their content. */
export const appGraphics = pgTable(
  'app_graphics',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    locale: text('locale').notNull(),
    kind: text('kind').$type<GraphicKind>().notNull(),
    position: integer('position').notNull(),
    key: text('key').notNull(),
    sha256: text('sha256').notNull(),
    size: integer('size').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    findings: jsonb('findings').$type<Finding[]>().notNull().default([]),
    /** Whether people see it. A new icon waits for the next review. */
    isPublic: boolean('is_public').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [index('app_graphics_app').on(table.appId, table.locale, table.kind, table.position)],
);

/** How a submitted version is given out once it is approved. */
export const releases = pgTable(
  'releases',
  {
    versionId: text('version_id')
      .primaryKey()
      .references(() => versions.id, { onDelete: 'cascade' }),
    appId: ofApp(),
    track: text('track').$type<Track>().notNull(),
    publication: text('publication').$type<PublicationKind>().notNull(),
    /** For a publication at a date. */
    publishAt: time('publish_at'),
    /** What share of devices is offered it, from 1 to 100. */
    percentage: integer('percentage').notNull().default(100),
    haltedAt: time('halted_at'),
    /** When its publisher went back to an earlier version. */
    rolledBackAt: time('rolled_back_at'),
    updatedAt: updatedAt(),
  },
  (table) => [index('releases_app').on(table.appId)],
);

/** What publisher and reviewers write to each other about a version, and reviewers among themselves. */
export const reviewMessages = pgTable(
  'review_messages',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    authorUid: text('author_uid').notNull(),
    /** Whether the author wrote as a reviewer. */
    byStore: boolean('by_store').notNull(),
    /** A note that only the store's people read. */
    isInternal: boolean('is_internal').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('review_messages_app').on(table.appId, table.createdAt)],
);

export type ReleaseRow = typeof releases.$inferSelect;
export type ListingRow = typeof appListings.$inferSelect;
export type GraphicRow = typeof appGraphics.$inferSelect;
