import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, or } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import { bundleDenialReason, sizeDenialReason } from '#shared/versions/upload.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Call, Handler } from '../../identity/handler.ts';
import { claimsOfUpload, requireQuotas } from '../../people/quotas/require.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { readSettings } from '../../platform/settings.ts';
import { readOffset } from '../versions/files.ts';
import { presentVersion } from '../versions/present.ts';
import { findVersion } from '../versions/queries.ts';
import { uploadUrl } from '../versions/upload-address.ts';
import { completeUpload } from './complete.ts';

/**
 * `versions.create`: announces a file, whose bytes then go to `upload.url` by tus (tus.io, resumable upload protocol
 * 1.0.0). It counts towards the quotas of the app's publisher and of the caller from now on. With the SHA-256 of a version
 * of the app it returns that version.
 */
export const createVersion: Handler<'versions.create'> = async ({ data, caller, context }) => {
  const announced = await context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    requireAllowed(() => (app.status === 'removed' ? publishingDenialReason(app.status) : null), {
      reason: 'app-removed',
    });
    const version = (await findSameFile(tx, data)) ?? (await announce(tx, app, { data, caller, context }));
    return { version, app };
  });
  const { id, status, size } = announced.version;
  const offset = status === 'uploading' ? await readOffset(context, id) : size;
  // A server that stopped right after the last byte did not complete the upload.
  const isReceived = status === 'uploading' && offset === size;
  if (isReceived) await completeUpload(context, id);
  const found = isReceived ? await findVersion(context.db, id) : announced;
  return {
    version: await presentVersion(context.db, found, caller),
    upload: { url: uploadUrl(context.config, id), offset },
  };
};

/** Adds a version that waits for its file. Throws when the store or the quotas have no room for it. */
async function announce(
  tx: Tx,
  app: AppRow,
  { data, caller, context }: Pick<Call<'versions.create'>, 'data' | 'caller' | 'context'>,
): Promise<VersionRow> {
  if (app.platform === 'android' && bundleDenialReason(data.fileName) !== null) {
    throw invalidField('fileName', () => bundleDenialReason(data.fileName) ?? '');
  }
  await requireAllowedSize(tx, data.size);
  await context.space.require(data.size);
  const now = context.clock();
  await requireQuotas(tx, claimsOfUpload(app, caller.uid, data.size), now);
  const [created] = await tx
    .insert(versions)
    .values({
      id: randomUUID(),
      appId: app.id,
      status: 'uploading',
      fileName: data.fileName,
      size: data.size,
      lastByteAt: now,
      expectedSha256: data.sha256 ?? null,
      createdByUid: caller.uid,
      build: caller.via === 'token' ? caller.build : null,
    })
    .returning();
  const version = created as VersionRow;
  await emit(tx, {
    by: caller.uid,
    name: 'version.created',
    appId: app.id,
    versionId: version.id,
    details: { fileName: data.fileName, size: data.size, to: 'uploading' },
  });
  return version;
}

/** Returns the newest version of the app with the announced file; null without one whose file may still be used. */
async function findSameFile(
  tx: Tx,
  { appId, sha256, size }: CallData<'versions.create'>,
): Promise<VersionRow | null> {
  if (sha256 === undefined) return null;
  // Its own SHA-256 is known after its inspection.
  const isAnnounced = and(
    isNull(versions.sha256),
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
async function requireAllowedSize(tx: Tx, size: number): Promise<void> {
  const { packageMegabytes } = (await readSettings(tx)).limits;
  if (sizeDenialReason(size, packageMegabytes) === null) return;
  throw invalidField('size', () => sizeDenialReason(size, packageMegabytes) ?? '');
}
