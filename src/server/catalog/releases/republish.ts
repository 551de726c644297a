import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { isAlreadyDone } from '../lifecycle/change-version.ts';
import { requireNotHeld } from '../lifecycle/holds.ts';
import { presentVersion } from '../versions/present.ts';
import { lockVersion } from '../versions/queries.ts';
import { publishVersion } from './publish.ts';

/** `versions.republish`: publishes a version again that its publisher unpublished; its approval is still valid. */
export const republishVersion: Handler<'versions.republish'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'owner' });
    if (isAlreadyDone(version, 'republish')) {
      return { version: await presentVersion(tx, { version, app }, caller) };
    }
    requireAllowed(() => publishingDenialReason(app.status), { reason: 'app-removed' });
    await requireNotHeld(tx, { version, app });
    const published = await publishVersion(tx, {
      version,
      app,
      action: 'republish',
      by: { actor: 'publisher', uid: caller.uid },
      now: context.clock(),
    });
    return { version: await presentVersion(tx, published, caller) };
  });
