import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { Changelogs } from '#shared/listings/fastlane.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import type { ListingField } from '#shared/listings/fields.ts';
import { graphicKindSchema } from '#shared/listings/graphics.ts';
import { NO_TEXTS } from '#shared/listings/listing.ts';
import type { ListingValue } from '#shared/listings/values.ts';
import type { StoredFinding } from '#shared/packages/finding.ts';
import { ofApp } from './apps.ts';
import { createdAt, jsonWithDefaults, oneOf, time, updatedAt } from './columns.ts';
import { users } from './users.ts';
import { versions } from './versions.ts';

const ofField = () => ({
  appId: ofApp(),
  /** A BCP 47 tag; empty for fields that all languages share. */
  locale: text('locale').notNull(),
  /** Without a constraint, so that a new field needs no migration. */
  field: text('field').$type<ListingField>().notNull(),
});

/** A wrapped value: a bare text in `jsonb` would be read back as the JSON that it may look like. */
export interface KeptListing {
  readonly value: ListingValue;
}

/** Storage keys of the row's pictures, which are kept as long as the row. */
const pictureKeys = () => text('picture_keys').array().notNull().default([]);

const textsColumn = jsonWithDefaults(NO_TEXTS);

/** An app's texts in one language. */
export const appListings = pgTable(
  'app_listings',
  {
    appId: ofApp(),
    /** A BCP 47 tag. */
    locale: text('locale').notNull(),
    texts: textsColumn('texts').notNull(),
    /** Imported release notes by versionCode, of versions to come and of the newest one. */
    changelogs: jsonb('changelogs').$type<Changelogs>().notNull().default({}),
    /** The live texts; null before the first approval. */
    publicTexts: textsColumn('public_texts'),
    /** Counts the edits, to detect edits of an old revision. */
    revision: integer('revision').notNull().default(1),
    /** True when its publisher deleted it; it stays live until the deletion is approved. */
    isDeleted: boolean('is_deleted').notNull().default(false),
    /** Not a foreign key: a listing outlives the accounts of its editors. */
    updatedByUid: text('updated_by_uid').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.locale] })],
);

/**
 * The rendered HTML of a listing's descriptions. It is found by the hash of its source text, so it never belongs to
 * another text.
 */
export const listingHtml = pgTable(
  'listing_html',
  {
    appId: text('app_id').notNull(),
    locale: text('locale').notNull(),
    /** The hash of the description, in lower-case hex. */
    descriptionSha256: text('description_sha256').notNull(),
    html: text('html').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.locale, table.descriptionSha256] }),
    foreignKey({
      columns: [table.appId, table.locale],
      foreignColumns: [appListings.appId, appListings.locale],
    }).onDelete('cascade'),
  ],
);

/** A picture as it is stored, with what its inspection found. */
const pictureColumns = () => ({
  key: text('key').notNull(),
  sha256: text('sha256').notNull(),
  /** Of the file as it was uploaded, by which programs find what they have to send; null for older pictures. */
  sourceSha256: text('source_sha256'),
  size: integer('size').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  findings: jsonb('findings').$type<StoredFinding[]>().notNull().default([]),
});

/** Icons, feature graphics and screenshots, re-encoded and stored under the hash of their content. */
export const appGraphics = pgTable(
  'app_graphics',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    locale: text('locale').notNull(),
    kind: text('kind').$type<GraphicKind>().notNull(),
    position: integer('position').notNull(),
    ...pictureColumns(),
    /** True when it is in the publisher's draft. Otherwise it is deleted once it is no longer live. */
    isDraft: boolean('is_draft').notNull().default(true),
    /** True when it is live, with its live position within its kind; `position` is the draft's. */
    isPublic: boolean('is_public').notNull().default(false),
    publicPosition: integer('public_position').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('app_graphics_app').on(table.appId, table.locale, table.kind, table.position),
    index('app_graphics_key').on(table.key),
    /** Counts towards an app's storage. */
    index('app_graphics_size').on(table.appId, table.size),
    check('app_graphics_kind', oneOf(table.kind, graphicKindSchema.options)),
  ],
);

/**
 * Pictures that were uploaded to be applied later, together with texts and a submission. Nobody sees them before; those
 * that aren't applied expire.
 */
export const stagedGraphics = pgTable(
  'staged_graphics',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    uploadedByUid: text('uploaded_by_uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    kind: text('kind').$type<GraphicKind>().notNull(),
    ...pictureColumns(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    /** Counts towards an app's storage. */
    index('staged_graphics_app').on(table.appId, table.size),
    index('staged_graphics_uploader').on(table.uploadedByUid, table.size),
    index('staged_graphics_key').on(table.key),
    index('staged_graphics_expired').on(table.expiresAt),
    check('staged_graphics_kind', oneOf(table.kind, graphicKindSchema.options)),
  ],
);

/** `held`: nothing waits, but the next change does. */
const REVIEW_STATUSES = ['waiting', 'rejected', 'held'] as const;

/** The review of one field of an app that was published before: pending, or rejected. */
export const listingReviews = pgTable(
  'listing_reviews',
  {
    ...ofField(),
    status: text('status').$type<(typeof REVIEW_STATUSES)[number]>().notNull(),
    /** True when staff rejected or reverted this field: its changes wait until one is approved. */
    isHeld: boolean('is_held').notNull().default(false),
    /** The SHA-256 of the change that waits or was rejected, to detect other changes. */
    revision: text('revision').notNull(),
    /** The value that waits, whatever its publisher drafts meanwhile; null for other statuses. */
    submitted: jsonb('submitted').$type<KeptListing>(),
    pictureKeys: pictureKeys(),
    /** Not a foreign key: a change outlives the account of who submitted it. */
    submittedByUid: text('submitted_by_uid'),
    waitingSince: time('waiting_since').notNull(),
    /** The reason of the last rejection or revert. */
    reason: text('reason'),
    decidedAt: time('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.locale, table.field] }),
    index('listing_reviews_pictures').using('gin', table.pictureKeys),
    check('listing_reviews_status', oneOf(table.status, REVIEW_STATUSES)),
  ],
);

/** Changes approved together with a version that is not published yet; they go live with that version. */
export const listingApprovals = pgTable(
  'listing_approvals',
  {
    ...ofField(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    kept: jsonb('kept').$type<KeptListing>().notNull(),
    pictureKeys: pictureKeys(),
    /** Not a foreign key: a change outlives the account of who submitted it. */
    submittedByUid: text('submitted_by_uid'),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.locale, table.field] }),
    index('listing_approvals_version').on(table.versionId),
    index('listing_approvals_pictures').using('gin', table.pictureKeys),
  ],
);

/**
 * The history of what was live: each change that went live is a row, which no later change alters. Staff check and revert those
 * without approval. Old rows expire.
 */
export const listingChanges = pgTable(
  'listing_changes',
  {
    id: text('id').primaryKey(),
    ...ofField(),
    /** Only for release notes: the version that they belong to. */
    versionId: text('version_id').references(() => versions.id, { onDelete: 'cascade' }),
    before: jsonb('before').$type<KeptListing>().notNull(),
    after: jsonb('after').$type<KeptListing>().notNull(),
    pictureKeys: pictureKeys(),
    /** Size of the row: its texts and the files of its pictures. */
    bytes: integer('bytes').notNull(),
    /** Rows of earlier releases count the edits that were merged into them, to detect reverts of an old revision. */
    revision: integer('revision').notNull().default(1),
    /** Not a foreign key, nor are `approvedByUid` and `revertedByUid`: a change outlives their accounts. */
    changedByUid: text('changed_by_uid').notNull(),
    /** Null for a change that went live without approval. */
    approvedByUid: text('approved_by_uid'),
    startedAt: time('started_at').notNull(),
    changedAt: time('changed_at').notNull(),
    revertedAt: time('reverted_at'),
    revertedByUid: text('reverted_by_uid'),
    revertReason: text('revert_reason'),
  },
  (table) => [
    index('listing_changes_newest').on(table.changedAt, table.id),
    index('listing_changes_unapproved')
      .on(table.changedAt, table.id)
      .where(sql`${table.approvedByUid} is null`),
    index('listing_changes_app').on(table.appId, table.changedAt, table.id),
    index('listing_changes_pictures').using('gin', table.pictureKeys),
    index('listing_changes_version').on(table.versionId).where(sql`${table.versionId} is not null`),
  ],
);

export type ListingRow = typeof appListings.$inferSelect;

export type GraphicRow = typeof appGraphics.$inferSelect;

export type StagedGraphicRow = typeof stagedGraphics.$inferSelect;

export type ListingReviewRow = typeof listingReviews.$inferSelect;

export type ListingChangeRow = typeof listingChanges.$inferSelect;
