import { sql } from 'drizzle-orm';
import { appStatusSchema } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import type { Handler } from '../callable.ts';
import type { Db } from '../db/open.ts';
import { countWaiting, measureWaiting } from '../reviews/queries.ts';
import { readSettings } from '../settings/queries.ts';
import { DELETED_OWNER } from '../users/queries.ts';

type Overview = CallResult<'admin.overview'>;

/** `admin.overview`: what the store's people look at first. */
export const getOverview: Handler<'admin.overview'> = async ({ context: { db, clock } }) => {
  const now = clock();
  const { review } = await readSettings(db);
  const staleBefore = new Date(now.getTime() - review.staleClaimHours * 3_600_000);
  const [queue, waiting, times, publishingRequests, apps, people, newPublishers, week] = await Promise.all([
    readQueue(db, { now, staleBefore }),
    countWaiting(db),
    measureWaiting(db),
    countRequests(db),
    countApps(db),
    countPeople(db),
    listNewPublishers(db),
    countWeek(db, now),
  ]);
  return { queue: { ...queue, waiting, times }, publishingRequests, apps, people, newPublishers, week };
};

type QueueCounts = Pick<Overview['queue'], 'claimed' | 'stale' | 'oldestSeconds'>;

async function readQueue(db: Db, times: { now: Date; staleBefore: Date }): Promise<QueueCounts> {
  const { rows } = await db.execute<{ claimed: number; stale: number; oldestAt: Date | string | null }>(sql`
    SELECT count(*) FILTER (WHERE v.status = 'in_review')::int AS claimed,
      count(*) FILTER (
        WHERE v.status = 'in_review' AND v.claimed_at < ${times.staleBefore.toISOString()}::timestamptz
      )::int AS stale,
      min(v.submitted_at) AS "oldestAt"
    FROM versions v JOIN apps a ON a.id = v.app_id
    WHERE v.status IN ('submitted', 'in_review') AND a.status <> 'removed'`);
  const { claimed = 0, stale = 0, oldestAt = null } = rows[0] ?? {};
  const oldestSeconds =
    oldestAt === null ? null : Math.max(0, (times.now.getTime() - new Date(oldestAt).getTime()) / 1000);
  return { claimed, stale, oldestSeconds };
}

async function countRequests(db: Db): Promise<Overview['publishingRequests']> {
  const { rows } = await db.execute<{ waiting: number; oldestAt: Date | string | null }>(sql`
    SELECT count(*)::int AS waiting, min(requested_at) AS "oldestAt"
    FROM publishing_requests WHERE state = 'waiting'`);
  const { waiting = 0, oldestAt = null } = rows[0] ?? {};
  return { waiting, oldestAt: oldestAt && new Date(oldestAt).toISOString() };
}

async function countApps(db: Db): Promise<Overview['apps']> {
  const { rows } = await db.execute<{ status: keyof Overview['apps']; count: number }>(
    sql`SELECT status, count(*)::int AS count FROM apps GROUP BY status`,
  );
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(
    appStatusSchema.options.map((status) => [status, counts.get(status) ?? 0]),
  ) as Overview['apps'];
}

async function countPeople(db: Db): Promise<Overview['people']> {
  const { rows } = await db.execute<Overview['people']>(sql`
    SELECT count(*)::int AS all,
      count(*) FILTER (WHERE lower(trim(role)) = 'developer')::int AS developers,
      count(*) FILTER (WHERE lower(trim(role)) = 'admin')::int AS admins,
      count(*) FILTER (WHERE suspended_at IS NOT NULL)::int AS suspended
    FROM users WHERE uid <> ${DELETED_OWNER.uid}`);
  return rows[0] as Overview['people'];
}

async function listNewPublishers(db: Db): Promise<Overview['newPublishers']> {
  const { rows } = await db.execute<Overview['newPublishers'][number] & { createdAt: Date | string }>(sql`
    SELECT u.uid, coalesce(u.developer_name, u.display_name) AS name, u.email, u.is_verified AS "isVerified",
      u.created_at AS "createdAt", (SELECT count(*)::int FROM apps a WHERE a.owner_uid = u.uid) AS apps
    FROM users u
    WHERE lower(trim(u.role)) = 'developer'
    ORDER BY u.created_at DESC, u.uid DESC
    LIMIT 5`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

async function countWeek(db: Db, now: Date): Promise<Overview['week']> {
  const since = new Date(now.getTime() - 7 * 86_400_000).toISOString();
  const { rows } = await db.execute<Overview['week']>(sql`
    SELECT count(*) FILTER (WHERE event = 'version.submitted')::int AS submitted,
      count(*) FILTER (WHERE event = 'version.approved')::int AS approved,
      count(*) FILTER (WHERE event = 'version.rejected')::int AS rejected,
      count(*) FILTER (WHERE event = 'version.published')::int AS published,
      (SELECT coalesce(sum(count), 0)::int FROM downloads WHERE day > ${since.slice(0, 10)}::date) AS downloads
    FROM audit_events WHERE at > ${since}::timestamptz`);
  return rows[0] as Overview['week'];
}
