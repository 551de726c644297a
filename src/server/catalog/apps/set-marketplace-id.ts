import { eq, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { callError } from '../../platform/input/call-error.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';

/** `apps.setMarketplaceId`: changes an iOS app's marketplace ID. One of another app is `already-exists`. */
export const setMarketplaceId: Handler<'apps.setMarketplaceId'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const { marketplaceId } = data;
    if (app.platform !== 'ios') {
      throw callError('failed-precondition', () => t`Only iOS apps have a marketplace ID.`, {
        reason: 'platform',
      });
    }
    if (marketplaceId === app.marketplaceId) return { marketplaceId };
    if (marketplaceId !== null) await requireUnused(tx, marketplaceId);
    await tx.update(apps).set({ marketplaceId, updatedAt: context.clock() }).where(eq(apps.id, app.id));
    await emit(tx, {
      by: caller.uid,
      name: 'app.marketplace-id-changed',
      appId: app.id,
      details: { from: app.marketplaceId, to: marketplaceId },
    });
    await queueRebuildOf(tx, [app.id]);
    return { marketplaceId };
  });

/** Rejects an ID that another app has. The lock makes a second change to the same ID wait for the first. */
async function requireUnused(tx: Tx, marketplaceId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`marketplace ${marketplaceId}`}, 0))`);
  const [other] = await tx.select({ id: apps.id }).from(apps).where(eq(apps.marketplaceId, marketplaceId));
  if (!other) return;
  throw callError(
    'already-exists',
    () => t`Another app in this store has this marketplace ID. If it’s yours, contact store staff.`,
    { reason: 'id-taken', field: 'marketplaceId' },
  );
}
