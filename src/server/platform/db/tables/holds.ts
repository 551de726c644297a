import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  type BlockBy,
  blockBySchema,
  type HoldKind,
  type HoldSubject,
  holdKindSchema,
  holdSubjectSchema,
} from '#shared/holds/hold.ts';
import { apps } from './apps.ts';
import { createdAt, oneOf, time } from './columns.ts';

/** The columns of a decision that staff can reverse. Its people are no foreign keys: it outlives their accounts. */
const decision = () => ({
  id: text('id').primaryKey(),
  /** The same for everything that one stop did. */
  decisionId: text('decision_id').notNull(),
  kind: text('kind').$type<HoldKind>().notNull(),
  reason: text('reason').notNull(),
  /** For staff only. */
  note: text('note'),
  createdByUid: text('created_by_uid').notNull(),
  createdAt: createdAt(),
  /** Null while it is active. */
  liftedAt: time('lifted_at'),
  liftedByUid: text('lifted_by_uid'),
  liftReason: text('lift_reason'),
});

/** Reversible stops of versions, apps and publishers. What one stops is derived (`isHeld`), and nothing is deleted. */
export const storeHolds = pgTable(
  'holds',
  {
    ...decision(),
    subject: text('subject').$type<HoldSubject>().notNull(),
    /** The ID of the version or app, or the uid of the publisher. IDs are random, so no two subjects share one. */
    subjectId: text('subject_id').notNull(),
    reviewAt: time('review_at').notNull(),
  },
  (table) => [
    check('holds_subject', oneOf(table.subject, holdSubjectSchema.options)),
    check('holds_kind', oneOf(table.kind, holdKindSchema.options)),
    uniqueIndex('holds_active').on(table.subjectId).where(sql`${table.liftedAt} is null`),
    index('holds_active_created').on(table.createdAt, table.id).where(sql`${table.liftedAt} is null`),
    index('holds_lifted').on(table.liftedAt, table.id).where(sql`${table.liftedAt} is not null`),
    index('holds_subject_id').on(table.subjectId),
  ],
);
export type HoldRow = typeof storeHolds.$inferSelect;

/** Blocks of uploads of anybody, by a signing certificate, a file or a library. */
export const packageBlocks = pgTable(
  'package_blocks',
  {
    ...decision(),
    by: text('by').$type<BlockBy>().notNull(),
    value: text('value').notNull(),
  },
  (table) => [
    check('package_blocks_by', oneOf(table.by, blockBySchema.options)),
    uniqueIndex('package_blocks_active').on(table.by, table.value).where(sql`${table.liftedAt} is null`),
    index('package_blocks_active_created')
      .on(table.createdAt, table.id)
      .where(sql`${table.liftedAt} is null`),
    index('package_blocks_lifted').on(table.liftedAt, table.id).where(sql`${table.liftedAt} is not null`),
  ],
);
export type BlockRow = typeof packageBlocks.$inferSelect;

/** The IDs of what may be held: a version, its app and the app's publisher, as far as a query has them. */
export type HeldIds = readonly SQLWrapper[];

/** Selects the active holds on any of the IDs. */
function activeHolds(selected: SQL, ids: HeldIds): SQL {
  return sql`SELECT ${selected} FROM ${storeHolds}
    WHERE ${storeHolds.liftedAt} IS NULL AND ${storeHolds.subjectId} IN (${sql.join([...ids], sql`, `)})`;
}

/**
 * The condition for being held: the version, its app or the app's publisher has an active hold. Everything public is
 * read without what is held, and every file is checked again when it is served.
 */
export function isHeld(...ids: HeldIds): SQL<boolean> {
  return sql<boolean>`EXISTS (${activeHolds(sql``, ids)})`;
}

/** The oldest active hold as the API's clients read it, as JSON; null without one. */
export function holdNotice(...ids: HeldIds): SQL<StoredNotice | null> {
  const notice = sql`jsonb_build_object('subject', ${storeHolds.subject}, 'kind', ${storeHolds.kind}, 'reason', ${storeHolds.reason},
    'since', ${storeHolds.createdAt}, 'reviewAt', ${storeHolds.reviewAt})`;
  return sql<StoredNotice | null>`(${activeHolds(notice, ids)} ORDER BY ${storeHolds.createdAt}, ${storeHolds.id} LIMIT 1)`;
}

/** A hold of a query; its times have PostgreSQL's form. */
export interface StoredNotice {
  readonly subject: HoldSubject;
  readonly kind: HoldKind;
  readonly reason: string;
  readonly since: string;
  readonly reviewAt: string;
}

/** Selects the publisher of an app, for queries of versions without their apps. */
export function ownerOf(appId: SQLWrapper): SQL {
  return sql`(SELECT ${apps.ownerUid} FROM ${apps} WHERE ${apps.id} = ${appId})`;
}
