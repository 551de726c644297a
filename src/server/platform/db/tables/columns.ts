import { type AnyColumn, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';
import { withDefaults } from '#shared/listings/values.ts';

/* Columns and conditions that the tables share. */

export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => time('created_at').notNull().defaultNow();
export const updatedAt = () => time('updated_at').notNull().defaultNow();

/** A column of JSON objects. Rows that are older than a field are read with its default. */
export const jsonWithDefaults = <Value extends object>(defaults: Value) =>
  customType<{ data: Value }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (stored) => withDefaults(defaults, stored) as Value,
  });

/**
 * Returns the condition that a column has one of some values, for CHECK constraints and queries. They are part of the
 * SQL text, so that a partial index with the same condition can be used.
 */
export function oneOf(column: SQLWrapper, words: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(listOf(words))})`;
}

/** Returns the text of several columns, each on a line of its own after a space, which `searchedPattern` searches. */
export function searchedText(columns: readonly SQLWrapper[]): SQL {
  const lines = columns.map((column) => sql`coalesce(${column}, '')`);
  return sql`(' ' || ${sql.join(lines, sql.raw(` || E'\\n ' || `))})`;
}

/** Returns the CHECK condition that a list contains only some values. */
export function onlyOf(column: AnyColumn, words: readonly string[]): SQL {
  return sql`${column} <@ array[${sql.raw(listOf(words))}]::text[]`;
}

/** Returns the CHECK condition that a table has at most one row, with the id 1. */
export function oneRow(id: AnyColumn): SQL {
  return sql`${id} = 1`;
}

function listOf(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
