import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { RemovalRequest } from '#shared/account/deletion.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { appRemovalRequests, type RemovalRequestRow } from '../../platform/db/tables/apps.ts';

const REMOVAL = defineStatement('removal-request', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: getTableColumns(appRemovalRequests),
  from: sql`FROM ${appRemovalRequests} WHERE ${appRemovalRequests.appId} = ${appId}`,
}));

/** Returns the last request to remove an app in the shape of the API; null without one. */
export async function findRemoval(db: Db | Tx, appId: string): Promise<RemovalRequest | null> {
  const row = await REMOVAL.first(db, { appId });
  return row && presentRemoval(row);
}

/** Converts a request to the shape of the API. */
export function presentRemoval(row: RemovalRequestRow): RemovalRequest {
  const { state, reason, isWithAccount, ground, declineReason, declinedAt } = row;
  return {
    state,
    requestedAt: row.requestedAt.toISOString(),
    removeAt: row.removeAt.toISOString(),
    reason,
    isWithAccount,
    declined:
      ground && declineReason !== null && declinedAt
        ? { at: declinedAt.toISOString(), ground, reason: declineReason }
        : null,
  };
}

/** Deletes the request to remove a locked app: it was withdrawn or carried out, or another publisher decides now. */
export async function forgetRemoval(tx: Tx, appId: string): Promise<void> {
  await tx.delete(appRemovalRequests).where(eq(appRemovalRequests.appId, appId));
}
