import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { changeVersion, isAlreadyDone } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import { lockVersion } from '../versions/queries.ts';

/** `versions.unpublish`: hides a version; its version code stays reserved. Unpublishing twice has no effect. */
export const unpublishVersion: Handler<'versions.unpublish'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'owner' });
    if (isAlreadyDone(version, 'unpublish')) {
      return { version: await presentVersion(tx, { version, app }, caller) };
    }
    const by = { actor: 'publisher', uid: caller.uid } as const;
    const unpublished = await changeVersion(tx, version, { action: 'unpublish', by });
    await queueRebuildOf(tx, [app.id]);
    return { version: await presentVersion(tx, { version: unpublished, app }, caller) };
  });
