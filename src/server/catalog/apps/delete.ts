import { eq } from 'drizzle-orm';
import { appDeletionDenialReason } from '#shared/statuses/app-status.ts';
import type { VersionStatus } from '#shared/statuses/version-status.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { requireNotHeld } from '../lifecycle/holds.ts';
import { removeFilesOf } from '../versions/files.ts';

/** `apps.delete`: deletes an app that was never live, with all its versions, and frees its application id. */
export const deleteApp: Handler<'apps.delete'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'owner' });
    const rows = await readVersions(tx, app);
    requireAllowed(() => denialReason(app, rows), { reason: 'wrong-status', status: app.status });
    for (const version of [null, ...rows]) await requireNotHeld(tx, { version, app });
    await deleteWithVersions(tx, app, { versionIds: rows.map(({ id }) => id), actorUid: caller.uid });
    return {};
  });

/** Deletes a locked app that may be deleted. Returns false, and changes nothing, for every other one. */
export async function deleteDraft(tx: Tx, app: AppRow, actorUid: string | null): Promise<boolean> {
  const rows = await readVersions(tx, app);
  if (denialReason(app, rows) !== null) return false;
  await deleteWithVersions(tx, app, { versionIds: rows.map(({ id }) => id), actorUid });
  return true;
}

interface VersionStatusRow {
  readonly id: string;
  readonly status: VersionStatus;
}

async function readVersions(tx: Tx, { id }: AppRow): Promise<VersionStatusRow[]> {
  return tx.select({ id: versions.id, status: versions.status }).from(versions).where(eq(versions.appId, id));
}

function denialReason(app: AppRow, rows: readonly VersionStatusRow[]): string | null {
  return appDeletionDenialReason(
    app.status,
    rows.map(({ status }) => status),
  );
}

interface AppDeletion {
  readonly versionIds: readonly string[];
  readonly actorUid: string | null;
}

async function deleteWithVersions(tx: Tx, app: AppRow, { versionIds, actorUid }: AppDeletion): Promise<void> {
  await tx.delete(versions).where(eq(versions.appId, app.id));
  await tx.delete(apps).where(eq(apps.id, app.id));
  await emit(tx, {
    by: actorUid,
    name: 'app.deleted',
    appId: app.id,
    details: { name: app.name, applicationId: app.applicationId, versions: versionIds.length },
  });
  await removeFilesOf(tx, versionIds);
}
