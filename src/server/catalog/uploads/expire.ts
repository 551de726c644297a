import { and, eq, type SQL, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Finding } from '#shared/packages/finding.ts';
import { fileFinding } from '#shared/packages/rules/file-rules.ts';
import { retentionMs } from '#shared/settings/retention.ts';
import type { VersionStatus } from '#shared/statuses/version-status.ts';
import { emit } from '../../events/emit.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import { isHeld, ownerOf } from '../../platform/db/tables/holds.ts';
import { reviews } from '../../platform/db/tables/reviews.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { SYSTEM } from '../lifecycle/actor.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { readOffset, removeFilesOf } from '../versions/files.ts';
import { lockVersion } from '../versions/queries.ts';
import { removeOldUploadLocks } from './lock.ts';

/** Number of versions per query. */
const BATCH = 100;

/**
 * Runs every hour: an upload that received nothing for a time expires, and files of versions that failed inspection or
 * were rejected are deleted after the store's periods; the versions stay. Each version has its own transaction.
 */
export async function expireFiles(context: Context, signal: AbortSignal): Promise<void> {
  const now = context.clock();
  const { retention } = await readSettings(context.db);
  const before = (name: 'uploadHours' | 'invalidFileDays' | 'rejectedFileDays') =>
    sql`${new Date(now.getTime() - retentionMs(name, retention)).toISOString()}::timestamptz`;
  await forEachDue(context, { isDue: hasFile('uploading', before('uploadHours')), signal }, async (id) => {
    // The file is checked before the transaction, which would otherwise wait for storage.
    const stored = await readOffset(context, id);
    return (tx, version) => expireUpload(tx, version, { stored, now, hours: retention.uploadHours });
  });
  const remove = async () => (tx: Tx, version: VersionRow) => removeFile(tx, version, now);
  await forEachDue(context, { isDue: hasFile('invalid', before('invalidFileDays')), signal }, remove);
  await forEachDue(context, { isDue: wasRejected(before('rejectedFileDays')), signal }, remove);
  await removeOldUploadLocks(context.db);
}

/** Selects versions with this status whose file received its last byte before a time. Those of what is held are kept. */
function hasFile(status: VersionStatus, before: SQL): SQL {
  const isDue = sql`${versions.status} = ${status} AND ${versions.fileRemovedAt} IS NULL AND ${versions.lastByteAt} < ${before}`;
  if (status === 'uploading') return isDue;
  return sql`${isDue} AND NOT ${isHeld(versions.id, versions.appId, ownerOf(versions.appId))}`;
}

/** Selects versions with a file that were rejected before a time. */
function wasRejected(before: SQL): SQL {
  return sql`${hasFile('rejected', before)} AND NOT EXISTS (
    SELECT FROM ${reviews} WHERE ${reviews.versionId} = ${versions.id} AND ${reviews.decidedAt} >= ${before})`;
}

interface ExpiryScan {
  readonly isDue: SQL;
  readonly signal: AbortSignal;
}

type Expire = (tx: Tx, version: VersionRow) => Promise<void>;

async function forEachDue(
  { db }: Context,
  { isDue, signal }: ExpiryScan,
  prepare: (id: string) => Promise<Expire>,
): Promise<void> {
  for (;;) {
    const due = await db
      .select({ id: versions.id })
      .from(versions)
      .where(isDue)
      .orderBy(versions.lastByteAt)
      .limit(BATCH);
    for (const { id } of due) {
      if (signal.aborted) return;
      const expire = await prepare(id);
      await db.transaction(async (tx) => {
        const version = await lockIfThere(tx, id);
        const isStillDue = (await tx.$count(versions, and(eq(versions.id, id), isDue))) > 0;
        if (version && isStillDue) await expire(tx, version);
      });
    }
    if (due.length < BATCH) return;
  }
}

async function lockIfThere(tx: Tx, versionId: string): Promise<VersionRow | null> {
  try {
    return (await lockVersion(tx, versionId)).version;
  } catch (error) {
    if (error instanceof CallError && error.code === 'not-found') return null;
    throw error;
  }
}

async function expireUpload(
  tx: Tx,
  version: VersionRow,
  { stored, now, hours }: { stored: number; now: Date; hours: number },
): Promise<void> {
  const received = Math.max(version.receivedBytes, stored);
  await changeVersion(tx, version, {
    action: 'expire',
    by: SYSTEM,
    set: {
      fileRemovedAt: now,
      receivedBytes: received,
      findings: [expiredFinding(version, received, hours)],
    },
    details: { received, size: version.size },
  });
  await removeFilesOf(tx, [version.id]);
}

function expiredFinding({ size, lastByteAt }: VersionRow, received: number, hours: number): Finding {
  return fileFinding('upload-expired', { received, size, lastByteAt: lastByteAt.toISOString(), hours });
}

async function removeFile(tx: Tx, version: VersionRow, now: Date): Promise<void> {
  await tx.update(versions).set({ fileRemovedAt: now }).where(eq(versions.id, version.id));
  await emit(tx, {
    by: null,
    name: 'version.file-removed',
    appId: version.appId,
    versionId: version.id,
    details: { size: version.size },
  });
  await removeFilesOf(tx, [version.id]);
}
