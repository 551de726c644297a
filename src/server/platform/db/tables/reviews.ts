import { type AnyColumn, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ListingField } from '#shared/listings/fields.ts';
import type { ListingValue } from '#shared/listings/values.ts';
import type { StoredPolicyDecision } from '#shared/reviews/policy.ts';
import type { RejectionReason } from '#shared/reviews/reasons.ts';
import type { VersionStatus } from '#shared/statuses/version-status.ts';
import { ofApp } from './apps.ts';
import { createdAt, oneOf, time } from './columns.ts';
import { versions } from './versions.ts';

/** The statuses that a decision gives a version. */
const DECISIONS = ['approved', 'rejected'] as const satisfies readonly VersionStatus[];

/** One row for each submission of a version, which ends with a decision or a withdrawal. */
export const reviews = pgTable(
  'reviews',
  {
    versionId: text('version_id').notNull(),
    /** Copies of the version's, kept current by the foreign key: versions are large, and the queue has many. */
    appId: text('app_id').notNull(),
    warnings: integer('warnings').notNull(),
    /** Orders a version's reviews: the highest is its current one. */
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    submittedAt: time('submitted_at').notNull(),
    /** The time that orders the review queue: a resubmission keeps that of the earlier one. */
    queuedAt: time('queued_at').notNull(),
    /** The SHA-256 of the listing changes that waited at submission. */
    listingRevision: text('listing_revision').notNull(),
    /** The decision of the store's policy for updates at submission, with its reasons. */
    policyDecision: jsonb('policy_decision').$type<StoredPolicyDecision>(),
    /**
     * Sensitive capabilities that were new at submission: too slow to find for every version in the queue. Rows of
     * earlier releases have the names of permissions.
     */
    newCapabilities: text('sensitive_permissions').array().notNull().default([]),
    /** The admin who claimed it or decided. Not a foreign key: a version outlives its reviewer's account. */
    reviewerUid: text('reviewer_uid'),
    claimedAt: time('claimed_at'),
    decision: text('decision').$type<(typeof DECISIONS)[number]>(),
    decidedAt: time('decided_at'),
    decisionNote: text('decision_note'),
    rejectionReasons: text('rejection_reasons').array().$type<RejectionReason[]>().notNull().default([]),
    /** When its publisher withdrew the version before a decision. */
    withdrawnAt: time('withdrawn_at'),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.id] }),
    foreignKey({
      name: 'reviews_version',
      columns: [table.versionId, table.appId, table.warnings],
      foreignColumns: [versions.id, versions.appId, versions.warnings],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    check('reviews_decision', oneOf(table.decision, DECISIONS)),
    check('reviews_decided', sql`(${table.decision} is null) = (${table.decidedAt} is null)`),
    check('reviews_ended_once', sql`num_nonnulls(${table.decidedAt}, ${table.withdrawnAt}) <= 1`),
    uniqueIndex('reviews_open').on(table.versionId).where(isOpen(table)),
    index('reviews_queue').on(table.queuedAt, table.versionId).where(isOpen(table)),
    index('reviews_queue_permissions')
      .on(sql`(-cardinality(${table.newCapabilities}))`, table.queuedAt, table.versionId)
      .where(isOpen(table)),
    index('reviews_queue_warnings')
      .on(sql`(-${table.warnings})`, table.queuedAt, table.versionId)
      .where(isOpen(table)),
    index('reviews_rejected').on(table.appId, table.id).where(sql`${table.decision} = 'rejected'`),
    index('reviews_decided').on(table.decidedAt).where(sql`${table.decidedAt} is not null`),
  ],
);

/** The condition on reviews for waiting for a decision, as the partial indexes have it. */
export const isOpenReview = isOpen(reviews);

function isOpen({ decidedAt, withdrawnAt }: Record<'decidedAt' | 'withdrawnAt', AnyColumn>) {
  return sql`${decidedAt} is null and ${withdrawnAt} is null`;
}

export type ReviewRow = typeof reviews.$inferSelect;

/**
 * What waited of a listing when it was rejected with a version, so that the next review shows what changed. The newest of each
 * app, until a version is published.
 */
export const rejectedListings = pgTable(
  'rejected_listings',
  {
    reviewId: bigint('review_id', { mode: 'number' }).primaryKey(),
    appId: ofApp(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    fields: jsonb('fields').$type<RejectedField[]>().notNull(),
  },
  (table) => [
    index('rejected_listings_app').on(table.appId, table.reviewId),
    index('rejected_listings_version').on(table.versionId),
  ],
);

interface RejectedField {
  /** Empty for what all languages share. */
  readonly locale: string;
  readonly field: ListingField;
  readonly value: ListingValue;
}

/** Messages between publisher and reviewers about a version, and internal notes of reviewers. */
export const reviewMessages = pgTable(
  'review_messages',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** Not a foreign key: a message outlives its author's account. */
    authorUid: text('author_uid').notNull(),
    /** True when the author wrote as staff. */
    byStaff: boolean('by_staff').notNull(),
    /** A note that only staff can read. */
    isInternal: boolean('is_internal').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('review_messages_app').on(table.appId, table.createdAt),
    index('review_messages_version').on(table.versionId),
  ],
);

/** What a version's publisher writes for its submission, before and after it. */
export const submissionDrafts = pgTable('submission_drafts', {
  versionId: text('version_id')
    .primaryKey()
    .references(() => versions.id, { onDelete: 'cascade' }),
  /** By locale, only those that were written here; an empty one means none. */
  releaseNotes: jsonb('release_notes').$type<Record<string, string>>().notNull().default({}),
  /** Only reviewers read it; null when nothing was written. */
  reviewerNotes: text('reviewer_notes'),
});

/** Accounts with which reviewers can try an app, until the decision about the version. */
export const testCredentials = pgTable(
  'test_credentials',
  {
    versionId: text('version_id')
      .primaryKey()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** Encrypted with the server's secret; null once erased. */
    encryptedCredentials: text('encrypted_credentials'),
    erasedAt: time('erased_at'),
  },
  (table) => [
    check(
      'test_credentials_erased',
      sql`(${table.encryptedCredentials} is null) = (${table.erasedAt} is not null)`,
    ),
  ],
);
