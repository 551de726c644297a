import { randomUUID } from 'node:crypto';
import { whyNotPublishing } from '#shared/apps/rules.ts';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { findApp, requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import type { Db } from '../db/open.ts';
import { versions } from '../db/tables.ts';
import { readSettings } from '../settings/queries.ts';
import { openUpload, uploadUrl } from '../uploads/store.ts';
import { presentVersion } from './queries.ts';

/** `versions.create`: announces a file; its bytes then go to `upload.url` by tus (tus.io, resumable upload protocol 1.0.0). */
export const createVersion: Handler<'versions.create'> = async ({ data, caller, context }) => {
  const app = await findApp(context.db, data.appId, caller);
  await requireAppRole(context.db, app, { caller, role: 'maintainer' });
  const refusal = app.status === 'removed' ? whyNotPublishing(app.status) : null;
  if (refusal) throw new CallError('failed-precondition', refusal, { reason: refusal });
  await requireAllowedSize(context.db, data.size);
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

/** Refuses a file above the store's own limit, which is at most that of every store. */
async function requireAllowedSize(db: Db, size: number): Promise<void> {
  const { packageMegabytes } = (await readSettings(db)).limits;
  if (size <= packageMegabytes * 1024 ** 2) return;
  const message = `The file is larger than ${packageMegabytes} MiB, the most that this store takes.`;
  throw new CallError('invalid-argument', message, { issues: [{ path: 'size', message }] });
}
