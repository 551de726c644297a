import { eq, sql } from 'drizzle-orm';
import { ownAppDenialReason } from '#shared/reviews/rules.ts';
import { emit } from '../../events/emit.ts';
import { lockAnyApp, notFound } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { dismissedLookalikes, pairHash } from '../../platform/db/tables/lookalikes.ts';
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
    const both = { appId: app.id, otherAppId: other.id };
    const reversed = { appId: other.id, otherAppId: app.id };
    const rows = data.pairs.flatMap(({ kind, value, otherValue }) => [
      { ...both, pair: pairHash(sql`${kind}::text`, sql`${value}::text`, sql`${otherValue}::text`) },
      { ...reversed, pair: pairHash(sql`${kind}::text`, sql`${otherValue}::text`, sql`${value}::text`) },
    ]);
    const added = await tx.insert(dismissedLookalikes).values(rows).onConflictDoNothing().returning();
    if (added.length === 0) return {};
    await emit(tx, {
      by: caller.uid,
      name: 'review.lookalike-dismissed',
      appId: app.id,
      details: {
        otherAppId: other.id,
        other: other.name,
        kinds: [...new Set(data.pairs.map(({ kind }) => kind))],
        // The log keeps no name of a person.
        pairs: data.pairs.filter(({ kind }) => kind !== 'developer'),
      },
    });
    return {};
  });
