import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';

/** What a list call asks for: at most `limit` rows after the row that `cursor` names. */
export interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Names a row by its time and id, so that the next page begins after it even when rows come and go. */
export function cursorOf(time: Date, id: string): string {
  return Buffer.from(JSON.stringify([time.toISOString(), id])).toString('base64url');
}

/** The condition for rows that come after the cursor in descending order; true without a cursor. */
export function after(time: AnyColumn, id: AnyColumn, { cursor }: Page): SQL {
  return compare(time, id, cursor, sql`<`);
}

/** The condition for rows that come after the cursor in ascending order; true without a cursor. */
export function afterAscending(time: AnyColumn, id: AnyColumn, { cursor }: Page): SQL {
  return compare(time, id, cursor, sql`>`);
}

function compare(time: AnyColumn, id: AnyColumn, cursor: string | undefined, operator: SQL): SQL {
  if (cursor === undefined) return sql`true`;
  const [at, key] = readCursor(cursor);
  return sql`(${time}, ${id}) ${operator} (${at}::timestamptz, ${key})`;
}

function readCursor(cursor: string): [string, string] {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof at === 'string' && typeof id === 'string') return [new Date(at).toISOString(), id];
  } catch {
    // Whatever is wrong with it, the answer below is the same.
  }
  throw new CallError('invalid-argument', 'cursor: use what the previous page gave as nextCursor.', {
    issues: [{ path: 'cursor', message: 'Use what the previous page gave as nextCursor.' }],
  });
}
