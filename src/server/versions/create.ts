import { randomUUID } from 'node:crypto';
import { recordAudit } from '../audit/record.ts';
import { findApp, requireAppOwner } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { versions } from '../db/tables.ts';
import { openUpload, uploadUrl } from '../uploads/store.ts';
import { presentVersion } from './queries.ts';

/** `versions.create`: announces a file; its bytes then go to `upload.url` by tus (tus.io, resumable upload protocol 1.0.0). */
export const createVersion: Handler<'versions.create'> = async ({ data, caller, context }) => {
  const app = await findApp(context.db, data.appId, caller);
  requireAppOwner(app, caller);
  const id = randomUUID();
  await openUpload(context, { id, size: data.size, fileName: data.fileName });
  const row = await context.db.transaction(async (tx) => {
    const [created] = await tx
      .insert(versions)
      .values({
        id,
        appId: app.id,
        status: 'uploading',
        fileName: data.fileName,
        size: data.size,
        expectedSha256: data.sha256 ?? null,
        createdByUid: caller.uid,
      })
      .returning();
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'version.created',
      appId: app.id,
      versionId: id,
      details: { fileName: data.fileName, size: data.size, to: 'uploading' },
    });
    return created as NonNullable<typeof created>;
  });
  return { version: presentVersion(row, app), upload: { url: uploadUrl(context.config, id) } };
};
