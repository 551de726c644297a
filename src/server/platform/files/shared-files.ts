import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/open.ts';
import { enqueue } from '../queue/enqueue.ts';

/** A file whose key is the hash of its content, so that several rows may share it. */
export interface SharedFile {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** Returns SQL for the advisory lock number of a file, given an expression for its key. */
export const LOCK_OF_FILE = (key: string) => `hashtextextended(${key}, 0)`;

/**
 * Locks a shared file until the transaction ends, so that it cannot be deleted as unused between being stored
 * and being referenced.
 */
export async function lockFile(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/**
 * Stores a shared file, if any, and then runs the transaction that references it, so that no transaction
 * waits for storage. When the transaction fails, a job deletes the file unless it is in use; the daily sweep
 * deletes files left by a server that stopped in between.
 */
export async function storeShared<Result>(
  { db, storage, log }: Pick<Context, 'db' | 'storage' | 'log'>,
  file: SharedFile | null,
  nameIt: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (!file) return db.transaction(nameIt);
  await storage.put(file.key, file.bytes);
  let result: Result;
  try {
    result = await db.transaction(async (tx) => {
      await lockFile(tx, file.key);
      return nameIt(tx);
    });
  } catch (error) {
    // The caller gets the original error without waiting for this.
    enqueue(db, { name: 'remove-files', payload: { keys: [file.key] } }).catch((failure: unknown) => {
      log.warn(
        { err: failure, key: file.key },
        'failed to delete an unreferenced file; the sweep will retry',
      );
    });
    throw error;
  }
  // It may have been deleted as unused just before the lock; from now on it is in use.
  if (!(await storage.stat(file.key))) await storage.put(file.key, file.bytes);
  return result;
}
