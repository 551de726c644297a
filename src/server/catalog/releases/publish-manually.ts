import { releaseDenialReason } from '#shared/releases/actions.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import type { Handler } from '../../identity/handler.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { isReleaseAlreadyDone, releaseStatusOf } from '../lifecycle/change-release.ts';
import { requireNotHeld } from '../lifecycle/holds.ts';
import { lockRelease } from './change.ts';
import { publishVersion } from './publish.ts';
import { presentRelease } from './queries.ts';

/** `releases.publish`: publishes an approved version manually. Publishing twice has no effect. */
export const publishManually: Handler<'releases.publish'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const locked = await lockRelease(tx, data.versionId, caller);
    const { release, version, app } = locked;
    if (isReleaseAlreadyDone(locked, 'publish')) return { release: presentRelease(release, version) };
    const status = releaseStatusOf(release, version);
    requireAllowed(() => releaseDenialReason('publish', status), { reason: 'wrong-status' });
    requireAllowed(() => publishingDenialReason(app.status), { reason: 'app-removed' });
    await requireNotHeld(tx, { version, app });
    const published = await publishVersion(tx, {
      version,
      app,
      action: 'publish',
      by: { actor: 'publisher', uid: caller.uid },
      now: context.clock(),
    });
    return { release: presentRelease(release, published.version) };
  });
