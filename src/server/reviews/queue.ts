import { and, asc, eq } from 'drizzle-orm';
import { presentApps } from '../apps/queries.ts';
import type { Handler } from '../callable.ts';
import { afterAscending, cursorOf } from '../db/paging.ts';
import { apps, type VersionRow, versions } from '../db/tables.ts';
import { presentVersion } from '../versions/queries.ts';
import { countWaiting, isWaiting, measureWaiting } from './queries.ts';

/**
 * `reviews.queue`: what waits for a decision, in the order of its place, with its age in seconds since it was submitted,
 * and how long recent decisions took.
 */
export const listQueue: Handler<'reviews.queue'> = async ({ data, context }) => {
  const { db, clock } = context;
  const [rows, waiting, times] = await Promise.all([
    db
      .select({ version: versions, app: apps })
      .from(versions)
      .innerJoin(apps, eq(apps.id, versions.appId))
      .where(and(isWaiting, afterAscending(versions.queuedAt, versions.id, data)))
      .orderBy(asc(versions.queuedAt), asc(versions.id))
      .limit(data.limit + 1),
    countWaiting(db),
    measureWaiting(db),
  ]);
  const listed = rows.slice(0, data.limit);
  const last = rows.length > data.limit ? listed.at(-1)?.version : undefined;
  const presented = await presentApps(
    db,
    listed.map((row) => row.app),
  );
  return {
    items: listed.map(({ version, app }, index) => ({
      app: presented[index] as (typeof presented)[number],
      version: presentVersion(version, app),
      waitingSeconds: waitingSeconds(version, clock()),
    })),
    nextCursor: last?.queuedAt ? cursorOf(last.queuedAt, last.id) : null,
    waiting,
    times,
  };
};

/** For how long a version has waited since it was submitted. */
export function waitingSeconds({ submittedAt }: Pick<VersionRow, 'submittedAt'>, now: Date): number {
  return submittedAt ? Math.max(0, Math.round((now.getTime() - submittedAt.getTime()) / 1000)) : 0;
}
