import { sql } from 'drizzle-orm';
import type { FeedEffect } from '#shared/admin/calls.ts';
import { notifyAdmins } from '../../delivery/notifications/admins.ts';
import { contentOf } from '../../delivery/notifications/content.ts';
import type { Context } from '../../platform/context.ts';
import { feedProblems } from '../../platform/db/tables/feeds.ts';
import type { FeedProblem } from '../public/stored.ts';

/** Time during which a recurring problem is not reported to admins again. */
const QUIET_MS = 86_400_000;

/** Maximum reasons kept per app, and apps named per notification. */
const MAX_REASONS = 3;
const MAX_NAMED = 5;

/**
 * Records what the feed cannot show and notifies admins of new problems. A fixed app is removed from the
 * list; when it breaks again within a day, no new notification is sent. There is no event: nobody did anything.
 */
export async function recordProblems(
  { db, clock }: Context,
  problems: readonly FeedProblem[],
): Promise<void> {
  const now = clock();
  const apps = summarise(problems);
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      UPDATE feed_problems SET resolved_at = ${now.toISOString()}::timestamptz
      WHERE resolved_at IS NULL AND NOT app_id = ANY(${sql.param(apps.map(({ appId }) => appId))}::text[])`);
    const fresh: FeedProblem[] = [];
    for (const problem of apps) {
      const { rows } = await tx.execute<{ isNews: boolean }>(sql`
        INSERT INTO ${feedProblems} AS known (app_id, effect, reason, since, notified_at)
        SELECT id, ${problem.effect}, ${problem.reason}, ${now.toISOString()}, ${now.toISOString()}
        FROM apps WHERE id = ${problem.appId}
        ON CONFLICT (app_id) DO UPDATE SET
          effect = excluded.effect, reason = excluded.reason, resolved_at = NULL,
          since = CASE WHEN known.resolved_at IS NULL THEN known.since ELSE excluded.since END,
          notified_at = CASE
            WHEN known.resolved_at IS NOT NULL
              AND known.notified_at <= ${new Date(now.getTime() - QUIET_MS).toISOString()}::timestamptz
            THEN excluded.notified_at ELSE known.notified_at END
        RETURNING notified_at = ${now.toISOString()}::timestamptz AS "isNews"`);
      if (rows[0]?.isNews) fresh.push(problem);
    }
    if (fresh.length > 0) await notifyAdmins(tx, await describeProblems(tx, fresh), now);
  });
}

/** Returns one problem per app: the worst effect and the first reasons. */
function summarise(problems: readonly FeedProblem[]): FeedProblem[] {
  return [...Map.groupBy(problems, ({ appId }) => appId)].map(([appId, ofApp]) => {
    const effect: FeedEffect = ofApp.some((one) => one.effect === 'leftOut') ? 'leftOut' : 'plain';
    const reasons = ofApp.slice(0, MAX_REASONS).map(({ reason }) => reason);
    const more = ofApp.length - reasons.length;
    return { appId, effect, reason: [...reasons, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ') };
  });
}

async function describeProblems(tx: Parameters<typeof notifyAdmins>[0], problems: readonly FeedProblem[]) {
  const { rows } = await tx.execute<{ id: string; applicationId: string }>(sql`
    SELECT id, application_id AS "applicationId" FROM apps
    WHERE id = ANY(${sql.param(problems.map(({ appId }) => appId))}::text[])`);
  const ids = new Map(rows.map(({ id, applicationId }) => [id, applicationId]));
  const named = problems.slice(0, MAX_NAMED);
  return contentOf('feedProblems', {
    apps: named.map(({ appId }) => ids.get(appId) ?? appId),
    effects: named.map(({ effect }) => effect),
    reasons: named.map(({ reason }) => reason),
    more: problems.length - named.length,
  });
}
