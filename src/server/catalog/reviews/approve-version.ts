import type { StoredPolicyDecision } from '#shared/reviews/policy.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { type ActorIdentity, SYSTEM } from '../lifecycle/actor.ts';
import { describeApproval } from '../lifecycle/approval.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { approveWithVersion } from '../listings/publish.ts';
import { requirePublishableListing } from '../listings/require-publishable.ts';
import type { WaitingChange } from '../listings/waiting.ts';
import { requireProvenance } from '../provenance/require.ts';
import { isPublicationDue, publishVersion } from '../releases/publish.ts';
import { publishAfterUndo } from '../releases/schedule.ts';

interface Approval {
  readonly version: VersionRow;
  readonly app: AppRow;
  /** An admin, or the system for the store's policy. */
  readonly by: ActorIdentity;
  /** The decision of the store's policy; undefined for that of an admin. */
  readonly policy?: StoredPolicyDecision;
  readonly note: string | null;
  /** The reviewed listing changes; they go live with the version. */
  readonly listing: readonly WaitingChange[];
  /** True where an immediate publication waits `UNDO_SECONDS`. */
  readonly withUndo?: boolean;
  readonly now: Date;
}

/**
 * Approves a locked version, and publishes it when its release says so. Throws `failed-precondition`, also for a first version
 * whose listing is no longer complete.
 */
export async function approveVersion(
  tx: Tx,
  { version, app, by, policy, note, listing, withUndo = false, now }: Approval,
): Promise<{ version: VersionRow; app: AppRow }> {
  requireProvenance(app, version);
  const isPublished = await isPublicationDue(tx, { version, app, now });
  const approved = await changeVersion(tx, version, {
    action: 'approve',
    by,
    review: { reviewerUid: by.uid, decision: 'approved', decidedAt: now, decisionNote: note },
    details: { note, isPublished, ...(policy && { policy }) },
    facts: describeApproval({ version, app, by, policy: policy?.policy ?? null }),
  });
  await approveWithVersion(tx, { app, versionId: version.id, changes: listing });
  await requirePublishableListing(tx, app, approved);
  if (!isPublished) return { version: approved, app };
  if (withUndo) {
    await publishAfterUndo(tx, version.id, now);
    return { version: approved, app };
  }
  return publishVersion(tx, { version: approved, app, action: 'publish', by: SYSTEM, now });
}
