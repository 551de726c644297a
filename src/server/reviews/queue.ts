import { and, asc, eq, inArray } from 'drizzle-orm';
import { presentApps } from '../apps/queries.ts';
import type { Handler } from '../callable.ts';
import { afterAscending, cursorOf } from '../db/paging.ts';
import { apps, versions } from '../db/tables.ts';
import { presentVersion } from '../versions/queries.ts';

/** `reviews.queue`: what waits for a decision, the oldest submission first, with its age in seconds. */
export const listQueue: Handler<'reviews.queue'> = async ({ data, context }) => {
  const { db, clock } = context;
  const rows = await db
    .select({ version: versions, app: apps })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .where(
      and(
        inArray(versions.status, ['submitted', 'in_review']),
        afterAscending(versions.submittedAt, versions.id, data),
      ),
    )
    .orderBy(asc(versions.submittedAt), asc(versions.id))
    .limit(data.limit + 1);
  const listed = rows.slice(0, data.limit);
  const last = rows.length > data.limit ? listed.at(-1)?.version : undefined;
  const presented = await presentApps(
    db,
    listed.map((row) => row.app),
  );
  const now = clock().getTime();
  return {
    items: listed.map(({ version, app }, index) => ({
      app: presented[index] as (typeof presented)[number],
      version: presentVersion(version, app),
      waitingSeconds: Math.max(0, Math.round((now - (version.submittedAt?.getTime() ?? now)) / 1000)),
    })),
    nextCursor: last?.submittedAt ? cursorOf(last.submittedAt, last.id) : null,
  };
};
