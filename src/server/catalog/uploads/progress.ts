import { sql } from 'drizzle-orm';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { callError } from '../../platform/input/call-error.ts';
import { renewUploadLock, type UploadLock, uploadLocked } from './lock.ts';

/** Interval for recording the progress of an upload, in milliseconds. */
const RECORD_MS = 2_000;

/** An upload, and the accounts charged for its bytes: the sender and the publisher of the app. */
export interface OpenUpload {
  readonly versionId: string;
  /** The lock of the request that sends the bytes. */
  readonly lock: UploadLock;
  readonly chargedUids: readonly string[];
}

/**
 * Passes bytes on and records the progress every few seconds, also against the daily quotas of the upload's
 * accounts. Bytes count even if their version has been deleted; the stream then ends with `not-found`. Renews
 * the lock before it passes on more bytes, because after a long pause another request may have taken over;
 * the stream then ends with `aborted`.
 */
export async function* recordProgress(
  context: Pick<Context, 'db' | 'clock'>,
  upload: OpenUpload & { readonly offset: number },
  content: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let [arrived, recorded] = [upload.offset, upload.offset];
  let recordedAt = performance.now();
  const record = async () => {
    const isOpen = await recordBytes(context, upload, { from: recorded, to: arrived });
    recorded = arrived;
    recordedAt = performance.now();
    return isOpen;
  };
  try {
    for await (const chunk of content) {
      arrived += chunk.length;
      if (performance.now() - recordedAt > RECORD_MS && !(await record())) throw uploadGone();
      yield chunk;
    }
  } finally {
    if (arrived > recorded) await record();
  }
}

/**
 * Returns the error for bytes that are sent to a complete upload. Clients of tus 1.0.0 then ask for the offset with HEAD, which
 * says that nothing is missing.
 */
export function uploadComplete(): CallError {
  return callError('aborted', () => t`This upload is complete. Call versions.get for its result.`, {
    reason: 'upload-complete',
  });
}

/** Returns the error for an upload whose version was deleted or that expired. */
export function uploadGone(): CallError {
  return callError(
    'not-found',
    () =>
      t`This upload doesn’t exist anymore: it expired without activity, or its version was deleted. Create a new version and upload the file again.`,
    { reason: 'upload-gone' },
  );
}

/**
 * Records the received size. A server that stopped midway may have recorded less than it stored, so the
 * difference counts now. Locks the version before the upload, in the order of deletions and of new requests.
 */
async function recordBytes(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { versionId, lock, chargedUids }: OpenUpload,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const now = clock().toISOString();
  return db.transaction(async (tx) => {
    const version = await lockReceivedBytes(tx, versionId);
    if (version && !(await renewUploadLock(tx, lock))) throw uploadLocked();
    if (version?.isOpen) {
      await tx.execute(
        sql`UPDATE versions SET received_bytes = ${to}, last_byte_at = ${now} WHERE id = ${versionId}`,
      );
    }
    const recorded = version?.isOpen ? version.receivedBytes : from;
    await chargeBytes(tx, { uids: chargedUids, day: now.slice(0, 10), bytes: to - recorded });
    return version?.isOpen === true;
  });
}

async function lockReceivedBytes(tx: Tx, versionId: string) {
  const { rows } = await tx.execute<{ receivedBytes: number; isOpen: boolean }>(sql`
    SELECT received_bytes::float8 AS "receivedBytes",
      status = 'uploading' AND file_removed_at IS NULL AS "isOpen"
    FROM versions WHERE id = ${versionId} FOR NO KEY UPDATE`);
  return rows[0];
}

interface Charge {
  readonly uids: readonly string[];
  readonly day: string;
  readonly bytes: number;
}

async function chargeBytes(tx: Pick<Db, 'execute'>, { uids, day, bytes }: Charge): Promise<void> {
  if (bytes <= 0) return;
  for (const uid of [...uids].sort()) {
    await tx.execute(sql`
      INSERT INTO upload_days (uid, day, bytes) SELECT uid, ${day}::date, ${bytes}::bigint FROM users WHERE uid = ${uid}
      ON CONFLICT (uid, day) DO UPDATE SET bytes = upload_days.bytes + excluded.bytes`);
  }
}
