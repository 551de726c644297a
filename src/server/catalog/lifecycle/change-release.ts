import { eq, inArray } from 'drizzle-orm';
import { RELEASE_ACTIONS, type ReleaseAction, releaseDenialReason } from '#shared/releases/actions.ts';
import { type ReleaseStatus, releaseStatus } from '#shared/statuses/release-status.ts';
import { emitNamed } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type ReleaseRow, releases } from '../../platform/db/tables/releases.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import type { ActorIdentity } from './actor.ts';

/** A release with its version, locked until the transaction ends. */
interface ChangedRelease {
  readonly release: ReleaseRow;
  readonly version: VersionRow;
}

interface ReleaseChange {
  readonly action: ReleaseAction;
  readonly by: ActorIdentity;
  readonly now: Date;
  /** The settings that change, from which the new status is derived. */
  readonly set: Partial<typeof releases.$inferInsert>;
  /** The details of the event; without them the percentage and the publication. */
  readonly details?: Record<string, unknown>;
}

/**
 * Changes the settings of a locked release by an action: checks its rule, updates the row, emits its event and queues the
 * feed. Nothing else changes a release. Throws `failed-precondition` with `details.reason`.
 */
export async function changeRelease(
  tx: Tx,
  { release, version }: ChangedRelease,
  change: ReleaseChange,
): Promise<ReleaseRow> {
  const { action, by, now, set } = change;
  requireAllowed(() => releaseDenialReason(action, releaseStatusOf(release, version), by.actor), {
    reason: 'wrong-status',
  });
  const [row] = await tx
    .update(releases)
    .set({ ...set, updatedAt: now })
    .where(eq(releases.versionId, version.id))
    .returning();
  const changed = row as ReleaseRow;
  const { percentage, publication } = changed;
  const details = change.details ?? { percentage, publication };
  await emitNamed(tx, {
    by: by.uid,
    name: RELEASE_ACTIONS[action].event,
    appId: version.appId,
    versionId: version.id,
    details,
  });
  if (version.status === 'published') await queueRebuildOf(tx, [version.appId]);
  return changed;
}

interface Rollback {
  /** The release that new installs get from now on. */
  readonly target: { readonly appId: string; readonly versionId: string };
  /** The versions of the newer releases, which nobody gets any more. */
  readonly newer: readonly string[];
  readonly by: ActorIdentity;
  readonly now: Date;
}

/** Rolls back newer releases of a locked app to an earlier one, and emits the event of that. */
export async function rollBackTo(tx: Tx, { target, newer, by, now }: Rollback): Promise<void> {
  await tx
    .update(releases)
    .set({ rolledBackAt: now, updatedAt: now })
    .where(inArray(releases.versionId, [...newer]));
  await emitNamed(tx, {
    by: by.uid,
    name: RELEASE_ACTIONS.rollBackTo.event,
    appId: target.appId,
    versionId: target.versionId,
    details: { newer },
  });
  await queueRebuildOf(tx, [target.appId]);
}

/** Returns true when the same request has already had its effect, so that repeating it changes nothing. */
export function isReleaseAlreadyDone({ release, version }: ChangedRelease, action: ReleaseAction): boolean {
  return RELEASE_ACTIONS[action].done.includes(releaseStatusOf(release, version));
}

/** Returns the status of a release, which is derived from its version and its settings. */
export function releaseStatusOf(release: ReleaseRow, version: Pick<VersionRow, 'status'>): ReleaseStatus {
  return releaseStatus({
    status: version.status,
    publication: release.publication,
    percentage: release.percentage,
    isHalted: release.haltedAt !== null,
    isRolledBack: release.rolledBackAt !== null,
  });
}
