import { eq } from 'drizzle-orm';
import { appDeletionDenialReason } from '#shared/statuses/app-status.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { requireNotHeld } from '../lifecycle/holds.ts';
import { removeFilesOf } from '../versions/files.ts';

/** `apps.delete`: deletes an app that was never live, with all its versions, and frees its application id. */
export const deleteApp: Handler<'apps.delete'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'owner' });
    const rows = await tx
      .select({ id: versions.id, status: versions.status })
      .from(versions)
      .where(eq(versions.appId, app.id));
    requireAllowed(
      () =>
        appDeletionDenialReason(
          app.status,
          rows.map(({ status }) => status),
        ),
      { reason: 'wrong-status', status: app.status },
    );
    for (const version of [null, ...rows]) await requireNotHeld(tx, { version, app });
    await tx.delete(versions).where(eq(versions.appId, app.id));
    await tx.delete(apps).where(eq(apps.id, app.id));
    await emit(tx, {
      by: caller.uid,
      name: 'app.deleted',
      appId: app.id,
      details: { name: app.name, applicationId: app.applicationId, versions: rows.length },
    });
    await removeFilesOf(
      tx,
      rows.map(({ id }) => id),
    );
    return {};
  });
