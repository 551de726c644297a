import { sql } from 'drizzle-orm';
import type { CallError } from '#shared/errors.ts';
import type { Tx } from './open.ts';

/** A limit of how many things of one kind something may have. */
export interface CountLimit<Subject> {
  readonly name: string;
  /** Returns the ID of what the limit applies to: those with different IDs don't wait for each other. */
  readonly key: (subject: Subject) => string;
  readonly count: (tx: Tx, subject: Subject) => Promise<number>;
  readonly max: (tx: Tx) => number | Promise<number>;
  readonly error: (counts: { readonly max: number; readonly counted: number }) => CallError;
}

const names = new Set<string>();

/** Declares a limit, so that `test/abuse/count-limits.test.ts` demands a test of concurrent requests for it. */
export function defineCountLimit<Subject>(limit: CountLimit<Subject>): CountLimit<Subject> {
  if (names.has(limit.name)) throw new Error(`there are two limits named ${limit.name}`);
  names.add(limit.name);
  return limit;
}

/** Returns the names of all limits of the modules that were imported. */
export function countLimitNames(): string[] {
  return [...names].sort();
}

/**
 * Throws the limit’s error when there is no room for one more. Requests for the same subject wait until the
 * transaction ends, so that concurrent requests can't exceed the limit. Rows are locked before, never after, so that two
 * transactions don't wait for each other.
 */
export async function requireRoom<Subject>(
  tx: Tx,
  limit: CountLimit<Subject>,
  subject: Subject,
): Promise<void> {
  const lock = `quayside limit ${limit.name}\n${limit.key(subject)}`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const [counted, max] = [await limit.count(tx, subject), await limit.max(tx)];
  if (counted >= max) throw limit.error({ max, counted });
}
