import { eq } from 'drizzle-orm';
import { ownAppDenialReason } from '#shared/reviews/rules.ts';
import { emit } from '../../events/emit.ts';
import { lockAnyApp, notFound } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { dismissedLookalikes } from '../../platform/db/tables/lookalikes.ts';
import { requireAllowed } from '../../platform/input/denied.ts';
import { readOwnAppFacts } from '../lifecycle/own-app.ts';

/**
 * `reviews.dismissLookalike`: records for both apps that pairs of their names, IDs or icons are not confusing. An admin can't
 * say so of an app of their own where another must approve it.
 */
export const dismissLookalike: Handler<'reviews.dismissLookalike'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockAnyApp(tx, data.appId);
    const [other] = await tx.select().from(apps).where(eq(apps.id, data.otherAppId));
    if (!other || other.id === app.id) throw notFound();
    for (const one of [app, other]) {
      const facts = await readOwnAppFacts(tx, { app: one, version: null }, caller.uid);
      requireAllowed(ownAppDenialReason(facts, 'clear'), { reason: 'own-app' });
    }
    const rows = data.pairs.flatMap(({ kind, value, otherValue }) => [
      { appId: app.id, otherAppId: other.id, kind, value, otherValue },
      { appId: other.id, otherAppId: app.id, kind, value: otherValue, otherValue: value },
    ]);
    const added = await tx.insert(dismissedLookalikes).values(rows).onConflictDoNothing().returning();
    if (added.length === 0) return {};
    await emit(tx, {
      by: caller.uid,
      name: 'review.lookalike-dismissed',
      appId: app.id,
      details: { otherAppId: other.id, other: other.name, pairs: data.pairs },
    });
    return {};
  });
