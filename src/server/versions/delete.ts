import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { keepsNumberTaken, whyNotDelete } from '#shared/versions/rules.ts';
import { recordAudit } from '../audit/record.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import type { Context } from '../context.ts';
import { versions } from '../db/tables.ts';
import { uploadPath } from '../uploads/store.ts';
import { lockVersion, packageKey } from './queries.ts';

/**
 * `versions.delete`: deletes a version that is neither public nor waiting for a decision, with its file. One that was
 * handed in before keeps its number taken, and the answer says which.
 */
export const deleteVersion: Handler<'versions.delete'> = async ({ data, caller, context }) => {
  const takenVersionCode = await context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'maintainer' });
    const reason = whyNotDelete(version.status);
    if (reason) throw new CallError('failed-precondition', reason, { reason, status: version.status });
    const isKept = keepsNumberTaken(version);
    const here = eq(versions.id, version.id);
    if (isKept) await tx.update(versions).set({ deletedAt: context.clock() }).where(here);
    else await tx.delete(versions).where(here);
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'version.deleted',
      appId: app.id,
      versionId: version.id,
      details: { fileName: version.fileName, versionCode: version.versionCode, isNumberTaken: isKept },
    });
    return isKept ? version.versionCode : null;
  });
  await deleteVersionFiles(context, data.versionId);
  return { takenVersionCode };
};

/** Deletes what is kept of a version outside of the database: its file, or as much of it as has arrived. */
export async function deleteVersionFiles({ config, storage }: Context, versionId: string): Promise<void> {
  const path = uploadPath(config, versionId);
  await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })]);
  await storage.delete(packageKey(versionId));
}
