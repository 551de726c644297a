import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, or } from 'drizzle-orm';
import { publishingDenialReason } from '#shared/apps/status.ts';
import type { CallData } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { sizeDenialReason } from '#shared/versions/upload.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { claimsOfUpload, requireQuotas } from '../../people/quotas/require.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/denied.ts';
import { readSettings } from '../../platform/settings.ts';
import { readOffset } from './files.ts';
import { presentVersion } from './present.ts';
import { uploadUrl } from './upload-address.ts';

/**
 * `versions.create`: announces a file, whose bytes then go to `upload.url` by tus (tus.io, resumable upload protocol
 * 1.0.0). It counts towards the quotas of the app's publisher and of the caller from now on. With the SHA-256 of a version
 * of the app it returns that version.
 */
export const createVersion: Handler<'versions.create'> = async ({ data, caller, context }) => {
  await requireAllowedSize(context.db, data.size);
  await context.space.require(data.size);
  const now = context.clock();
  const { row, app } = await context.db.transaction(async (tx) => {
    const locked = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    requireAllowed(locked.status === 'removed' ? publishingDenialReason(locked.status) : null);
    const existing = await findSameFile(tx, data);
    if (existing) return { row: existing, app: locked };
    await requireQuotas(tx, claimsOfUpload(locked, caller.uid, data.size), now);
    const [created] = await tx
      .insert(versions)
      .values({
        id: randomUUID(),
        appId: locked.id,
        status: 'uploading',
        fileName: data.fileName,
        size: data.size,
        lastByteAt: now,
        expectedSha256: data.sha256 ?? null,
        createdByUid: caller.uid,
      })
      .returning();
    const version = created as VersionRow;
    await emit(tx, {
      by: caller.uid,
      name: 'version.created',
      appId: locked.id,
      versionId: version.id,
      details: { fileName: data.fileName, size: data.size, to: 'uploading' },
    });
    return { row: version, app: locked };
  });
  return {
    version: await presentVersion(context.db, { version: row, app }, caller),
    upload: {
      url: uploadUrl(context.config, row.id),
      offset: row.status === 'uploading' ? await readOffset(context, row.id) : row.size,
    },
  };
};

/** Returns the newest version of the app with the announced file; null without one whose file may still be used. */
async function findSameFile(
  tx: Tx,
  { appId, sha256, size }: CallData<'versions.create'>,
): Promise<VersionRow | null> {
  if (sha256 === undefined) return null;
  const isAnnounced = and(
    eq(versions.status, 'uploading'),
    eq(versions.expectedSha256, sha256),
    eq(versions.size, size),
  );
  const [found] = await tx
    .select()
    .from(versions)
    .where(
      and(
        eq(versions.appId, appId),
        isNull(versions.deletedAt),
        isNull(versions.fileRemovedAt),
        or(eq(versions.sha256, sha256), isAnnounced),
      ),
    )
    .orderBy(desc(versions.createdAt))
    .limit(1);
  return found ?? null;
}

/** Throws for a file above the store's own limit, which may be below the general one. */
async function requireAllowedSize(db: Db, size: number): Promise<void> {
  const { packageMegabytes } = (await readSettings(db)).limits;
  const message = sizeDenialReason(size, packageMegabytes);
  if (message === null) return;
  throw new CallError('invalid-argument', message, { issues: [{ path: 'size', message }] });
}
