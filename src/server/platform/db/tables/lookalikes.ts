import { type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, check, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { MARK_KINDS, type MarkKind } from '#shared/packages/mark-kinds.ts';
import { apps, ofApp } from './apps.ts';
import { createdAt, oneOf } from './columns.ts';

/** Bits as a text of 0 and 1. */
const bits = (length: number) => customType<{ data: string }>({ dataType: () => `bit(${length})` });
const iconBits = bits(128);

const ofKind = () => text('kind').$type<MarkKind>().notNull();

/**
 * What people recognise an app by: its names, its ID, its publisher's name and its icons, live ones and drafts, in
 * forms that can be compared (`lookalikes/marks.ts`).
 */
export const appMarks = pgTable(
  'app_marks',
  {
    appId: ofApp(),
    kind: ofKind(),
    /** A name as it is written, the application ID, or the key of the icon's file. */
    value: text('value').notNull(),
    /** The text with lookalike characters replaced; empty for icons. */
    skeleton: text('skeleton').notNull(),
    /** Its characters. */
    length: integer('length').notNull(),
    /** Its characters as a set, which rules out most texts without measuring their distance. */
    letters: bits(64)('letters').notNull(),
    /** The hash of an icon; null for texts. */
    icon: iconBits('icon'),
    isLive: boolean('is_live').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.kind, table.value] }),
    index('app_marks_skeleton').on(table.skeleton, table.kind),
    index('app_marks_length').on(table.kind, table.length),
    check('app_marks_kind', oneOf(table.kind, MARK_KINDS)),
  ],
);

/** The hashes of icons by the keys of their files; null for an icon without a shape, which is like no other. */
export const iconHashes = pgTable('icon_hashes', {
  key: text('key').primaryKey(),
  hash: iconBits('hash'),
});

/** Pairs of marks that staff called not confusing, in both directions. Other values of the same apps still are found. */
export const dismissedLookalikes = pgTable(
  'dismissed_lookalikes',
  {
    appId: ofApp(),
    otherAppId: text('other_app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** The SHA-256 of what looks alike (`pairHash`): a publisher's name must not outlive their account. */
    pair: text('pair').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.otherAppId, table.pair] }),
    index('dismissed_lookalikes_other').on(table.otherAppId),
    check('dismissed_lookalikes_other_app', sql`${table.appId} <> ${table.otherAppId}`),
  ],
);

/** Returns the SQL expression of the hash of a pair: its kind, the value of the app and that of the other one. */
export const pairHash = (kind: SQLWrapper, value: SQLWrapper, otherValue: SQLWrapper) =>
  sql`encode(sha256(convert_to(concat_ws(E'\\n', ${kind}, ${value}, ${otherValue}), 'UTF8')), 'hex')`;
