import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { MAX_FEED_PROBLEMS } from '#shared/admin/calls.ts';
import type { CallResult } from '#shared/calls.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { feedProblems } from '../../platform/db/tables/feeds.ts';

type FeedStatus = CallResult<'admin.overview'>['feed'];

/** A failed rebuild that will be retried; a replaced one has no attempts left. */
const FAILED_REBUILD = `
  SELECT created_at FROM graphile_worker.jobs
  WHERE task_identifier IN ('rebuild-feeds', 'check-feeds') AND last_error IS NOT NULL
    AND (key IS NOT NULL OR attempts < max_attempts)`;

/** Returns true when a rebuild failed, or an app cannot be shown correctly. */
export async function hasFeedProblem(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(`
    SELECT EXISTS (${FAILED_REBUILD}) OR EXISTS (SELECT FROM feed_problems WHERE resolved_at IS NULL) AS has`);
  return rows[0]?.has ?? false;
}

const COUNTS = defineStatement('feed-status:counts', () => ({
  select: {
    problemCount: sql<number>`(SELECT count(*)::int FROM feed_problems WHERE resolved_at IS NULL)`,
    failingSince: sql<Date | null>`(SELECT min(created_at) FROM (${sql.raw(FAILED_REBUILD)}) AS failed)`,
  },
  from: sql``,
}));

const PROBLEMS = defineStatement('feed-status:problems', () => ({
  select: {
    appId: feedProblems.appId,
    name: apps.name,
    applicationId: apps.applicationId,
    effect: feedProblems.effect,
    reason: sql<string>`left(${feedProblems.reason}, 2000)`,
    since: feedProblems.since,
  },
  from: sql`
    FROM ${feedProblems} JOIN ${apps} ON ${apps.id} = ${feedProblems.appId}
    WHERE ${feedProblems.resolvedAt} IS NULL
    ORDER BY ${feedProblems.since} DESC, ${feedProblems.appId} LIMIT ${sql.raw(String(MAX_FEED_PROBLEMS))}`,
}));

/**
 * Reads the feed's status for admins: how long it has been outdated, and the apps that it cannot show
 * correctly.
 */
export async function readFeedStatus(db: Db): Promise<FeedStatus> {
  const [counts, problems] = await Promise.all([COUNTS.first(db, {}), PROBLEMS.all(db, {})]);
  return {
    problemCount: counts?.problemCount ?? 0,
    failingSince: counts?.failingSince?.toISOString() ?? null,
    problems: problems.map((row) => ({ ...row, since: row.since.toISOString() })),
  };
}
