import type { Handler } from '../../identity/handler.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { changeVersion, isAlreadyDone } from '../lifecycle/change-version.ts';
import { requireOthersApp } from '../lifecycle/own-app.ts';
import { presentVersion } from './present.ts';
import { lockVersion } from './queries.ts';

/**
 * `versions.remove`: removes a version from the store and notifies the publisher of the reason. Repeating has no
 * effect.
 */
export const removeVersion: Handler<'versions.remove'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (isAlreadyDone(version, 'remove')) {
      return { version: await presentVersion(tx, { version, app }, caller) };
    }
    const { reason } = data;
    const removed = await changeVersion(tx, version, {
      action: 'remove',
      by: { actor: 'admin', uid: caller.uid },
      set: { removalReason: reason },
      details: { reason },
    });
    if (version.status === 'published') await queueRebuildOf(tx, [app.id]);
    return { version: await presentVersion(tx, { version: removed, app }, caller) };
  });

/** `versions.restore`: restores a version that staff removed. Restoring twice has no effect. */
export const restoreVersion: Handler<'versions.restore'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (isAlreadyDone(version, 'restore')) {
      return { version: await presentVersion(tx, { version, app }, caller) };
    }
    await requireOthersApp(tx, { action: 'restore', app, version, uid: caller.uid });
    const restored = await changeVersion(tx, version, {
      action: 'restore',
      by: { actor: 'admin', uid: caller.uid },
      set: { removalReason: null },
      details: { reason: data.reason },
    });
    if (restored.status === 'published') await queueRebuildOf(tx, [app.id]);
    return { version: await presentVersion(tx, { version: restored, app }, caller) };
  });
