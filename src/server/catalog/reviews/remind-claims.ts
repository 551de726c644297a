import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { emit } from '../../events/emit.ts';
import { readActiveAdmins } from '../../identity/users.ts';
import type { Context } from '../../platform/context.ts';
import { isOpenReview, reviews } from '../../platform/db/tables/reviews.ts';
import { readSettings } from '../../platform/settings.ts';
import { lockVersion } from '../versions/queries.ts';

const EVENT = 'review.claim-reminded';
/** Maximum claims per run. */
const MAX_CLAIMS = 200;

/** Reminds reviewers, every hour, of claims without a decision for too long; once per claim. */
export async function remindClaims({ db, clock, log }: Context): Promise<void> {
  const { review } = await readSettings(db);
  const before = new Date(clock().getTime() - review.staleClaimHours * 3_600_000);
  const isStale = and(
    isOpenReview,
    // Only active admins: former ones must not learn what is for staff.
    inArray(reviews.reviewerUid, await readActiveAdmins(db)),
    lt(reviews.claimedAt, before),
    sql`NOT EXISTS (
      SELECT FROM audit_events a
      WHERE a.version_id = ${reviews.versionId} AND a.event = ${EVENT} AND a.at > ${reviews.claimedAt}
    )`,
  );
  const stale = await db.select({ id: reviews.versionId }).from(reviews).where(isStale).limit(MAX_CLAIMS);
  const remind = (id: string) =>
    db.transaction(async (tx) => {
      const { app } = await lockVersion(tx, id);
      const [still] = await tx
        .select({ uid: reviews.reviewerUid })
        .from(reviews)
        .where(and(eq(reviews.versionId, id), isStale));
      if (!still?.uid) return;
      await emit(tx, { name: EVENT, by: null, appId: app.id, versionId: id, uid: still.uid });
    });
  for (const { id } of stale) {
    // A claim whose reminder fails must not block the others.
    await remind(id).catch((error: unknown) => log.error({ err: error, versionId: id }, 'no reminder'));
  }
}
