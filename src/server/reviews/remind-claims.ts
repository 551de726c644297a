import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record.ts';
import type { Context } from '../context.ts';
import { versions } from '../db/tables.ts';
import { notifyStaleClaim } from '../notifications/publishing.ts';
import { readSettings } from '../settings/queries.ts';
import { lockVersion } from '../versions/queries.ts';

const EVENT = 'review.claim-reminded';
/** Claims that one run looks at. */
const MOST = 200;

/** The job of every hour: reminds reviewers of what they claimed and have not decided for too long, once for each claim. */
export async function remindClaims({ db, clock }: Context): Promise<void> {
  const { review } = await readSettings(db);
  const before = new Date(clock().getTime() - review.staleClaimHours * 3_600_000);
  const isStale = and(
    eq(versions.status, 'in_review'),
    isNotNull(versions.reviewerUid),
    lt(versions.claimedAt, before),
    sql`NOT EXISTS (
      SELECT FROM audit_events a
      WHERE a.version_id = ${versions.id} AND a.event = ${EVENT} AND a.at > ${versions.claimedAt}
    )`,
  );
  const stale = await db.select({ id: versions.id }).from(versions).where(isStale).limit(MOST);
  for (const { id } of stale) {
    await db.transaction(async (tx) => {
      const { app } = await lockVersion(tx, id);
      const [still] = await tx
        .select({ uid: versions.reviewerUid })
        .from(versions)
        .where(and(eq(versions.id, id), isStale));
      if (!still?.uid) return;
      await notifyStaleClaim(tx, { app, versionId: id, to: still.uid, now: clock() });
      await recordAudit(tx, { event: EVENT, appId: app.id, versionId: id, subjectUid: still.uid });
    });
  }
}
