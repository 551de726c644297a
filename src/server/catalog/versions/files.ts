import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { packageKey, uploadKey } from './queries.ts';

/** Number of versions whose files one job deletes. */
const BATCH = 500;

/**
 * Enqueues the deletion of versions' files. It happens once the transaction that gives them up is committed, even
 * when this process stops before.
 */
export async function removeFilesOf(tx: Tx, versionIds: readonly string[]): Promise<void> {
  for (let at = 0; at < versionIds.length; at += BATCH) {
    const keys = versionIds.slice(at, at + BATCH).flatMap((id) => [uploadKey(id), packageKey(id)]);
    await enqueue(tx, { name: 'remove-files', payload: { keys } });
  }
}

/** Returns how many bytes of a version have been stored. A complete upload has moved before its version says so. */
export async function readOffset({ storage }: Pick<Context, 'storage'>, versionId: string): Promise<number> {
  const file = (await storage.stat(uploadKey(versionId))) ?? (await storage.stat(packageKey(versionId)));
  return file?.size ?? 0;
}
