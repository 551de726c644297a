import { sql } from 'drizzle-orm';
import type { Handler } from '../../identity/handler.ts';
import { cursorOf, readTimeCursor } from '../../platform/db/paging.ts';
import { defineStatement, type Values } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { type ReviewRow, reviews } from '../../platform/db/tables/reviews.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { userName } from '../../platform/db/user-name.ts';
import { readSettings } from '../../platform/settings.ts';
import { isInQueue } from '../lifecycle/conditions.ts';
import { appColumns, joinNewestVersion, presentAppRow } from '../listings/present-app.ts';
import { presentSummary, summaryColumns } from '../versions/present.ts';
import { countWaiting, measureWaiting } from './queries.ts';

interface QueueValues {
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const { queuedAt, versionId } = reviews;

const queueAfter =
  (isAfter: boolean) =>
  ({ afterTime, afterId, limit }: Values<QueueValues>) => ({
    select: {
      ...summaryColumns,
      ...appColumns,
      reviewerName: userName(reviews.reviewerUid),
    },
    from: sql`
      FROM (
        SELECT * FROM ${reviews}
        WHERE ${isInQueue}
          ${isAfter ? sql`AND (${queuedAt}, ${versionId}) > (${afterTime}::timestamptz, ${afterId})` : sql``}
        ORDER BY ${queuedAt}, ${versionId} LIMIT ${limit}
      ) reviews
      CROSS JOIN LATERAL (SELECT * FROM ${versions} WHERE ${versions.id} = ${versionId} OFFSET 0) versions
      CROSS JOIN LATERAL (SELECT * FROM ${apps} WHERE ${apps.id} = ${versions.appId} OFFSET 0) a
      ${joinNewestVersion}
      ORDER BY ${queuedAt}, ${versionId}`,
  });

export const QUEUE = defineStatement('reviews.queue', queueAfter(false));
const QUEUE_AFTER = defineStatement('reviews.queue:after', queueAfter(true));

/**
 * `reviews.queue`: returns the versions that wait for a decision, in order of their queue position, with the seconds
 * since submission, and the durations of recent decisions.
 */
export const listQueue: Handler<'reviews.queue'> = async ({ data, caller, context }) => {
  const { db, clock } = context;
  const { cursor, limit } = data;
  const [rows, waiting, times, { review }] = await Promise.all([
    (cursor === undefined ? QUEUE : QUEUE_AFTER).all(db, { ...readTimeCursor(cursor), limit: limit + 1 }),
    countWaiting(db),
    measureWaiting(db),
    readSettings(db),
  ]);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  const now = clock();
  return {
    items: listed.map((row) => {
      const app = presentAppRow(row);
      return {
        app,
        version: presentSummary(row, app, caller),
        waitingSeconds: waitingSeconds(row.submittedAt, now),
        reviewerName: row.reviewerName,
        isStale: isStaleClaim(row, { hours: review.staleClaimHours, now }),
      };
    }),
    nextCursor: last?.queuedAt ? cursorOf(last.queuedAt, last.id) : null,
    waiting,
    times,
  };
};

type Claimed = Pick<VersionRow, 'status'> & Pick<ReviewRow, 'claimedAt'>;

/** Returns true when a version has been claimed for too many hours without a decision. */
export function isStaleClaim({ status, claimedAt }: Claimed, { hours, now }: { hours: number; now: Date }) {
  return (
    status === 'in_review' && claimedAt !== null && now.getTime() - claimedAt.getTime() > hours * 3_600_000
  );
}

/** Returns the seconds since a version was submitted. */
export function waitingSeconds(submittedAt: Date | null, now: Date): number {
  return submittedAt ? Math.max(0, Math.round((now.getTime() - submittedAt.getTime()) / 1000)) : 0;
}
