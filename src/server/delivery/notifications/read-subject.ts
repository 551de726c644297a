import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';

/** Returns the app of an event. It exists, because the event's transaction has just used it. */
export async function readEventApp(tx: Tx, appId: string): Promise<AppRow> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId));
  return app as AppRow;
}

/** Returns the app of an event, and its version as texts name it. */
export async function readSubject(
  tx: Tx,
  { appId, versionId }: { readonly appId: string; readonly versionId: string },
) {
  const [row] = await tx.select().from(versions).where(eq(versions.id, versionId));
  return { app: await readEventApp(tx, appId), version: versionTitle(row) };
}

/** Returns the name by which people know a version: its code when it has none, and before inspection that of its file. */
export function versionTitle(row: VersionRow | undefined): string {
  return row?.package?.versionName ?? row?.versionCode?.toString() ?? row?.fileName ?? '';
}
