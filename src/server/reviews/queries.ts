import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { ReviewMessage, WaitingTimes } from '#shared/reviews/calls.ts';
import type { Db, Tx } from '../db/open.ts';
import { reviewMessages } from '../db/publishing-tables.ts';
import { apps, users, versions } from '../db/tables.ts';

/** Decisions that waiting times are measured over. */
const MEASURED = 100;

/** The condition on versions and their apps for waiting in the queue. */
export const isWaiting = and(
  inArray(versions.status, ['submitted', 'in_review']),
  ne(apps.status, 'removed'),
);

/** How many versions wait for a decision. */
export async function countWaiting(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .where(isWaiting);
  return row?.count ?? 0;
}

/** How long the last decisions of reviewers took. */
export async function measureWaiting(db: Db): Promise<WaitingTimes> {
  const recent = db
    .select({
      seconds: sql`extract(epoch FROM ${versions.decidedAt} - ${versions.submittedAt})`.as('seconds'),
    })
    .from(versions)
    .where(
      sql`${versions.decidedAt} IS NOT NULL AND ${versions.submittedAt} IS NOT NULL
        AND coalesce(${versions.policyDecision}->>'decision', '') <> 'approved'`,
    )
    .orderBy(desc(versions.decidedAt))
    .limit(MEASURED)
    .as('recent');
  const [row] = await db
    .select({
      decisions: sql<number>`count(*)::int`,
      medianSeconds: sql<
        number | null
      >`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${recent.seconds})::float`,
      p90Seconds: sql<number | null>`percentile_cont(0.9) WITHIN GROUP (ORDER BY ${recent.seconds})::float`,
    })
    .from(recent);
  return row ?? { decisions: 0, medianSeconds: null, p90Seconds: null };
}

/** What was said about the versions of an app, oldest first: for the store's people everything, for others their side. */
export async function readThread(
  db: Db | Tx,
  { appId, forStore }: { appId: string; forStore: boolean },
): Promise<ReviewMessage[]> {
  const rows = await db
    .select({
      message: reviewMessages,
      authorName: sql<string | null>`coalesce(${users.displayName}, ${users.email})`,
    })
    .from(reviewMessages)
    .leftJoin(users, eq(users.uid, reviewMessages.authorUid))
    .where(and(eq(reviewMessages.appId, appId), forStore ? undefined : eq(reviewMessages.isInternal, false)))
    .orderBy(reviewMessages.createdAt, reviewMessages.id);
  return rows.map(({ message, authorName }) => {
    const { appId: _, createdAt, authorUid, ...said } = message;
    const isShown = forStore || !said.byStore;
    return {
      ...said,
      authorUid: isShown ? authorUid : null,
      authorName: isShown ? authorName : null,
      createdAt: createdAt.toISOString(),
    };
  });
}
