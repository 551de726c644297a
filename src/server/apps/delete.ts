import { eq } from 'drizzle-orm';
import { whyNotDeleteApp } from '#shared/apps/rules.ts';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { lockApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { apps, versions } from '../db/tables.ts';
import { deleteVersionFiles } from '../versions/delete.ts';

/** `apps.delete`: deletes an app that was never public, with all of its versions; its application id is free again. */
export const deleteApp: Handler<'apps.delete'> = async ({ data, caller, context }) => {
  const deleted = await context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'owner' });
    const rows = await tx
      .select({ id: versions.id, status: versions.status })
      .from(versions)
      .where(eq(versions.appId, app.id));
    const reason = whyNotDeleteApp(
      app.status,
      rows.map(({ status }) => status),
    );
    if (reason) throw new CallError('failed-precondition', reason, { reason });
    await tx.delete(versions).where(eq(versions.appId, app.id));
    await tx.delete(apps).where(eq(apps.id, app.id));
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'app.deleted',
      appId: app.id,
      details: { name: app.name, applicationId: app.applicationId, versions: rows.length },
    });
    return rows;
  });
  for (const { id } of deleted) await deleteVersionFiles(context, id);
  return {};
};
