import { and, eq } from 'drizzle-orm';
import type { Approval } from '#shared/audit/approval.ts';
import { VERSION_ACTIONS, type VersionAction, versionDenialReason } from '#shared/versions/actions.ts';
import { emitNamed } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { isOpenReview, reviews } from '../../platform/db/tables/reviews.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import type { ActorIdentity } from './actor.ts';
import { settleTestCredentials } from './test-credentials.ts';

interface VersionChange {
  readonly action: VersionAction;
  readonly by: ActorIdentity;
  /** Columns that change together with the status. */
  readonly set?: Partial<typeof versions.$inferInsert>;
  /** Columns of its open review that change too. */
  readonly review?: Partial<typeof reviews.$inferInsert>;
  /** The details of the event, in addition to the statuses before and after. */
  readonly details?: Record<string, unknown>;
  /** The facts of an approval, for its receipt. */
  readonly facts?: Approval;
}

/**
 * Changes the status of a locked version (`lockVersion`) by an action: checks its rule, updates the row and its open
 * review, and emits its event. Nothing else changes a version's status. Throws `failed-precondition` with
 * `details.reason`.
 */
export async function changeVersion(tx: Tx, version: VersionRow, change: VersionChange): Promise<VersionRow> {
  const { action, by, set, review, details, facts } = change;
  requireAllowed(() => versionDenialReason({ action, status: version.status, actor: by.actor }), {
    reason: 'wrong-status',
    status: version.status,
  });

  const { to, event } = VERSION_ACTIONS[action];
  const [row] = await tx
    .update(versions)
    .set({ ...set, status: to })
    .where(eq(versions.id, version.id))
    .returning();
  if (review) await changeReview(tx, version.id, review);
  await settleTestCredentials(tx, { versionId: version.id, to, by, decidedAt: review?.decidedAt });
  await emitNamed(tx, {
    by: by.uid,
    name: event,
    appId: version.appId,
    versionId: version.id,
    details: { ...details, from: version.status, to },
    ...(facts && { facts }),
  });
  return row as VersionRow;
}

/** Changes the open review of a locked version. */
export async function changeReview(
  tx: Tx,
  versionId: string,
  set: Partial<typeof reviews.$inferInsert>,
): Promise<void> {
  const { rowCount } = await tx
    .update(reviews)
    .set(set)
    .where(and(eq(reviews.versionId, versionId), isOpenReview));
  if (rowCount !== 1) throw new Error(`the version ${versionId} has no open review`);
}

/** Returns true when the same request has already had its effect, so that repeating it changes nothing. */
export function isAlreadyDone(version: VersionRow, action: VersionAction): boolean {
  return VERSION_ACTIONS[action].done.includes(version.status);
}
