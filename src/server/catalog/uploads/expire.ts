import { and, eq, isNull, lt } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { Finding } from '#shared/packages/finding.ts';
import { INVALID_FILE_DAYS, UPLOAD_HOURS } from '#shared/versions/expiry.ts';
import type { VersionStatus } from '#shared/versions/status.ts';
import { emit } from '../../events/emit.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { SYSTEM } from '../lifecycle/actor.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { readOffset, removeFilesOf } from '../versions/files.ts';
import { lockVersion } from '../versions/queries.ts';
import { removeOldUploadLocks } from './lock.ts';

/** Number of versions per query. */
const BATCH = 100;
const HOUR_MS = 3_600_000;

/**
 * Runs every hour: an upload that received nothing for a day expires, and the file of a version that failed
 * inspection is deleted after a week; its findings stay. Each version has its own transaction.
 */
export async function expireFiles(context: Context, signal: AbortSignal): Promise<void> {
  const now = context.clock();
  const abandoned = {
    status: 'uploading',
    before: new Date(now.getTime() - UPLOAD_HOURS * HOUR_MS),
  } as const;
  const invalid = {
    status: 'invalid',
    before: new Date(now.getTime() - INVALID_FILE_DAYS * 24 * HOUR_MS),
  } as const;
  await forEachDue(context, { ...abandoned, signal }, async (id) => {
    // The file is checked before the transaction, which would otherwise wait for storage.
    const stored = await readOffset(context, id);
    return (tx, version) => expireUpload(tx, version, { stored, now });
  });
  await forEachDue(
    context,
    { ...invalid, signal },
    async () => (tx, version) => removeInvalidFile(tx, version, now),
  );
  await removeOldUploadLocks(context.db);
}

interface Due {
  readonly status: VersionStatus;
  /** The latest time of the last byte. */
  readonly before: Date;
  readonly signal: AbortSignal;
}

type Expire = (tx: Tx, version: VersionRow) => Promise<void>;

async function forEachDue(
  { db }: Context,
  { status, before, signal }: Due,
  prepare: (id: string) => Promise<Expire>,
): Promise<void> {
  const isDue = (version: VersionRow) =>
    version.status === status && version.fileRemovedAt === null && version.lastByteAt < before;
  for (;;) {
    const due = await db
      .select({ id: versions.id })
      .from(versions)
      .where(
        and(eq(versions.status, status), isNull(versions.fileRemovedAt), lt(versions.lastByteAt, before)),
      )
      .orderBy(versions.lastByteAt)
      .limit(BATCH);
    for (const { id } of due) {
      if (signal.aborted) return;
      const expire = await prepare(id);
      await db.transaction(async (tx) => {
        const version = await lockIfThere(tx, id);
        if (version && isDue(version)) await expire(tx, version);
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
  { stored, now }: { stored: number; now: Date },
): Promise<void> {
  const received = Math.max(version.receivedBytes, stored);
  await changeVersion(tx, version, {
    action: 'expire',
    by: SYSTEM,
    set: { fileRemovedAt: now, receivedBytes: received, findings: [expired(version, received)] },
    details: { received, size: version.size },
  });
  await removeFilesOf(tx, [version.id]);
}

function expired({ size, lastByteAt }: VersionRow, received: number): Finding {
  return {
    rule: 'upload-expired',
    severity: 'error',
    title: t`The upload expired`,
    evidence: `${received.toLocaleString('en')} of ${size.toLocaleString('en')} bytes had arrived, the last on ${lastByteAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. The store deletes uploads with no activity for ${UPLOAD_HOURS} hours.`,
    fix: t`Upload the file again as a new version. You can delete this one.`,
  };
}

async function removeInvalidFile(tx: Tx, version: VersionRow, now: Date): Promise<void> {
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
