import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { findUsedKeys } from './kinds.ts';
import { LOCK_OF_FILE } from './shared-files.ts';

/** The parts that delete files. */
export type FileContext = Pick<Context, 'db' | 'storage'> & { readonly jobs: Pick<Context['jobs'], 'pool'> };

/**
 * Deletes the files that no row references, and that were stored before a time; null for any time. Returns
 * the deleted keys. Safe to interrupt and rerun.
 */
export async function removeUnused(
  context: FileContext,
  keys: readonly string[],
  storedBefore: Date | null,
): Promise<string[]> {
  const used = await findUsedKeys(context.db, keys);
  const removed: string[] = [];
  for (const key of keys) {
    if (used.has(key) || !(await isStored(context, key, storedBefore))) continue;
    if (await removeOne(context, key, storedBefore)) removed.push(key);
  }
  return removed;
}

/**
 * Checks again under the lock, because a row may reference the file meanwhile, or it may have been stored
 * again.
 */
async function removeOne(context: FileContext, key: string, storedBefore: Date | null): Promise<boolean> {
  return withFileLocked(context, key, async () => {
    if ((await findUsedKeys(context.db, [key])).has(key)) return false;
    if (!(await isStored(context, key, storedBefore))) return false;
    await context.storage.delete(key);
    return true;
  });
}

/**
 * Locks a file against new references with a connection-level lock, so that no transaction stays open during
 * storage access.
 */
async function withFileLocked(
  { jobs }: FileContext,
  key: string,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const client = await jobs.pool.connect();
  let isReleased = false;
  try {
    await client.query(`SELECT pg_advisory_lock(${LOCK_OF_FILE('$1')})`, [key]);
    const result = await work();
    await unlock(client, key);
    isReleased = true;
    return result;
  } finally {
    // Closing the connection releases the lock too.
    client.release(!isReleased);
  }
}

async function unlock(client: PoolClient, key: string): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock(${LOCK_OF_FILE('$1')})`, [key]);
}

async function isStored(
  { storage }: Pick<Context, 'storage'>,
  key: string,
  storedBefore: Date | null,
): Promise<boolean> {
  const found = await storage.stat(key);
  return found !== null && (storedBefore === null || found.modifiedAt < storedBefore);
}
