import { and, asc, eq, sql } from 'drizzle-orm';
import { presentApps } from '../apps/queries.ts';
import type { Handler } from '../callable.ts';
import { afterAscending, cursorOf } from '../db/paging.ts';
import { apps, users, type VersionRow, versions } from '../db/tables.ts';
import { readSettings } from '../settings/queries.ts';
import { presentVersion } from '../versions/queries.ts';
import { countWaiting, isWaiting, measureWaiting } from './queries.ts';

/**
 * `reviews.queue`: what waits for a decision, in the order of its place, with its age in seconds since it was submitted,
 * and how long recent decisions took.
 */
export const listQueue: Handler<'reviews.queue'> = async ({ data, context }) => {
  const { db, clock } = context;
  const [rows, waiting, times, { review }] = await Promise.all([
    db
      .select({ version: versions, app: apps, reviewerName })
      .from(versions)
      .innerJoin(apps, eq(apps.id, versions.appId))
      .leftJoin(users, eq(users.uid, versions.reviewerUid))
      .where(and(isWaiting, afterAscending(versions.queuedAt, versions.id, data)))
      .orderBy(asc(versions.queuedAt), asc(versions.id))
      .limit(data.limit + 1),
    countWaiting(db),
    measureWaiting(db),
    readSettings(db),
  ]);
  const listed = rows.slice(0, data.limit);
  const last = rows.length > data.limit ? listed.at(-1)?.version : undefined;
  const presented = await presentApps(
    db,
    listed.map((row) => row.app),
  );
  return {
    items: listed.map(({ version, app, reviewerName }, index) => ({
      app: presented[index] as (typeof presented)[number],
      version: presentVersion(version, app),
      waitingSeconds: waitingSeconds(version, clock()),
      reviewerName,
      isStale: isStaleClaim(version, { hours: review.staleClaimHours, now: clock() }),
    })),
    nextCursor: last?.queuedAt ? cursorOf(last.queuedAt, last.id) : null,
    waiting,
    times,
  };
};

/** How the store's people call the reviewer whose row is joined. */
const reviewerName = sql<string | null>`coalesce(${users.displayName}, ${users.email})`;

type Claimed = Pick<VersionRow, 'status' | 'claimedAt'>;

/** Whether somebody claimed a version and has not decided for too many hours. */
export function isStaleClaim({ status, claimedAt }: Claimed, { hours, now }: { hours: number; now: Date }) {
  return (
    status === 'in_review' && claimedAt !== null && now.getTime() - claimedAt.getTime() > hours * 3_600_000
  );
}

/** For how long a version has waited since it was submitted. */
export function waitingSeconds({ submittedAt }: Pick<VersionRow, 'submittedAt'>, now: Date): number {
  return submittedAt ? Math.max(0, Math.round((now.getTime() - submittedAt.getTime()) / 1000)) : 0;
}
