import { eq, sql } from 'drizzle-orm';
import type { VersionStatus } from '#shared/versions/version.ts';
import type { Db, Tx } from '../db/open.ts';
import { apps, type VersionRow } from '../db/tables.ts';

/** What processes tell each other, so that each tells the browsers that are connected to it. */
export type LiveMessage =
  /** A person's number of unread notifications may have changed; of everybody's, without a uid. */
  | { readonly about: 'unread'; readonly uid?: string }
  | {
      readonly about: 'version';
      readonly ownerUid: string;
      readonly appId: string;
      readonly versionId: string;
      readonly status: VersionStatus;
    };

/** The channel of LISTEN and NOTIFY: https://www.postgresql.org/docs/18/sql-notify.html */
export const LIVE_CHANNEL = 'quayside_live';

/** Tells all processes when the transaction is committed, and nobody when it is not. */
export async function publish(tx: Tx | Db, message: LiveMessage): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(message)})`);
}

/** Tells all processes what status a version has now, when the transaction is committed. */
export async function publishVersion(tx: Tx, { id, appId, status }: VersionRow): Promise<void> {
  const [app] = await tx.select({ ownerUid: apps.ownerUid }).from(apps).where(eq(apps.id, appId));
  if (app) await publish(tx, { about: 'version', ownerUid: app.ownerUid, appId, versionId: id, status });
}
