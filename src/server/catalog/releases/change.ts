import {
  heldReleaseDenialReason,
  type ReleaseAction,
  releaseDenialReason,
} from '#shared/releases/actions.ts';
import type { Release } from '#shared/releases/release.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { type ReleaseRow, releases } from '../../platform/db/tables/releases.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { changeRelease, isReleaseAlreadyDone, releaseStatusOf } from '../lifecycle/change-release.ts';
import { findHold } from '../lifecycle/holds.ts';
import { lockVersion } from '../versions/queries.ts';
import { presentRelease, requireRelease } from './queries.ts';

/** A release to change, with its app and version locked. */
export interface LockedRelease {
  readonly release: ReleaseRow;
  readonly version: VersionRow;
  readonly app: AppRow;
}

interface ReleaseChangeRequest {
  readonly context: Context;
  readonly caller: Caller;
  readonly versionId: string;
  readonly action: ReleaseAction;
  /** Returns the settings to change; may throw `CallError` for rules beyond the action's own. */
  readonly columns: (locked: LockedRelease) => Partial<typeof releases.$inferInsert>;
}

/**
 * Changes a version's release in one transaction; repeating a request changes nothing. Throws `not-found`,
 * `permission-denied` or `failed-precondition`.
 */
export async function runReleaseAction(request: ReleaseChangeRequest): Promise<{ release: Release }> {
  const { context, caller, versionId, action, columns } = request;
  return context.db.transaction(async (tx) => {
    const locked = await lockRelease(tx, versionId, caller);
    const { release, version } = locked;
    if (isReleaseAlreadyDone(locked, action)) return { release: presentRelease(release, version) };
    requireAllowed(() => releaseDenialReason(action, releaseStatusOf(release, version)), {
      reason: 'wrong-status',
    });
    const hold = await findHold(tx, locked);
    requireAllowed(() => heldReleaseDenialReason(action, hold), { reason: 'held' });
    const changed = await changeRelease(tx, locked, {
      action,
      by: { actor: 'publisher', uid: caller.uid },
      now: context.clock(),
      set: columns(locked),
    });
    return { release: presentRelease(changed, version) };
  });
}

/** Returns a release with its version and app locked, for maintainers. */
export async function lockRelease(tx: Tx, versionId: string, caller: Caller): Promise<LockedRelease> {
  const { version, app } = await lockVersion(tx, versionId);
  await requireAppRole(tx, app, { caller, role: 'maintainer' });
  return { release: await requireRelease(tx, versionId), version, app };
}
