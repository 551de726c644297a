import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { callError } from '../../platform/input/call-error.ts';

/** Seconds that an upload stays locked after the last activity of the request that writes to it. */
const LOCK_SECONDS = 15;

/** A request's exclusive right to write to an upload, across all servers. */
export interface UploadLock {
  readonly versionId: string;
  /** Identifies the request, not its server. */
  readonly holder: string;
}

/**
 * Locks an upload for one request, by the database's clock and without holding a connection. Returns null
 * while another request holds the lock. An unrenewed lock expires, so a server that was killed blocks nothing
 * for long.
 */
export async function lockUpload(db: Db, versionId: string): Promise<UploadLock | null> {
  const holder = randomUUID();
  const { rows } = await db.execute(sql`
    INSERT INTO upload_locks (version_id, holder, expires_at)
    SELECT id, ${holder}, now() + ${LOCK_SECONDS} * interval '1 second'
    FROM versions WHERE id = ${versionId} FOR KEY SHARE
    ON CONFLICT (version_id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
    WHERE upload_locks.expires_at <= now()
    RETURNING holder`);
  return rows.length > 0 ? { versionId, holder } : null;
}

/** Extends a lock. Returns false when another request has taken it: nothing may be written then. */
export async function renewUploadLock(tx: Tx, { versionId, holder }: UploadLock): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    UPDATE upload_locks SET expires_at = now() + ${LOCK_SECONDS} * interval '1 second'
    WHERE version_id = ${versionId} AND holder = ${holder} RETURNING holder`);
  return rows.length > 0;
}

export async function unlockUpload(db: Db, { versionId, holder }: UploadLock): Promise<void> {
  await db.execute(sql`DELETE FROM upload_locks WHERE version_id = ${versionId} AND holder = ${holder}`);
}

/** Deletes locks left by killed servers on uploads that nobody resumed. */
export async function removeOldUploadLocks(db: Db): Promise<void> {
  await db.execute(sql`DELETE FROM upload_locks WHERE expires_at < now() - interval '1 day'`);
}

/** Returns the error for an upload that another request is writing to. */
export function uploadLocked(): CallError {
  return callError(
    'aborted',
    () =>
      t`Another request is sending this upload. Wait until it ends, at most ${LOCK_SECONDS} seconds after its last byte; then ask for the offset with HEAD and go on from there.`,
    { reason: 'upload-locked' },
  );
}
