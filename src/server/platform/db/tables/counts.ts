import { bigint, check, pgTable, text } from 'drizzle-orm/pg-core';
import { oneOf } from './columns.ts';

/** The tables whose rows are counted, and the column by which. */
export const COUNTED = { users: 'role', apps: 'status' } as const;

/**
 * Changes of the number of rows in a table by role or status: triggers add rows per statement, so that none waits for
 * another. Their sums are the numbers, and `recount` merges them into one row each.
 */
export const countChanges = pgTable(
  'count_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    counted: text('counted').$type<keyof typeof COUNTED>().notNull(),
    /** The role or status. */
    value: text('value').notNull(),
    change: bigint('change', { mode: 'number' }).notNull(),
  },
  (table) => [check('count_changes_counted', oneOf(table.counted, Object.keys(COUNTED)))],
);
