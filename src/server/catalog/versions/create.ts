import { randomUUID } from 'node:crypto';
import { publishingDenialReason } from '#shared/apps/status.ts';
import { CallError } from '#shared/errors.ts';
import { sizeDenialReason } from '#shared/versions/upload.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { claimsOfUpload, requireQuotas } from '../../people/quotas/require.ts';
import type { Db } from '../../platform/db/open.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/denied.ts';
import { readSettings } from '../../platform/settings.ts';
import { presentVersion } from './present.ts';
import { uploadUrl } from './upload-address.ts';

/**
 * `versions.create`: announces a file, whose bytes then go to `upload.url` by tus (tus.io, resumable upload protocol
 * 1.0.0). It counts towards the quotas of the app's publisher and of the caller from now on.
 */
export const createVersion: Handler<'versions.create'> = async ({ data, caller, context }) => {
  await requireAllowedSize(context.db, data.size);
  await context.space.require(data.size);
  const now = context.clock();
  const { row, app } = await context.db.transaction(async (tx) => {
    const locked = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    requireAllowed(locked.status === 'removed' ? publishingDenialReason(locked.status) : null);
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
    upload: { url: uploadUrl(context.config, row.id) },
  };
};

/** Throws for a file above the store's own limit, which may be below the general one. */
async function requireAllowedSize(db: Db, size: number): Promise<void> {
  const { packageMegabytes } = (await readSettings(db)).limits;
  const message = sizeDenialReason(size, packageMegabytes);
  if (message === null) return;
  throw new CallError('invalid-argument', message, { issues: [{ path: 'size', message }] });
}
