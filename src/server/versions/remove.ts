import type { Handler } from '../callable.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { notifyRestoration } from '../notifications/publishing.ts';
import { notifyRemoval } from '../notifications/send.ts';
import { lockVersion, presentVersion } from './queries.ts';
import { isAlreadyDone, transition } from './transition.ts';

/** `versions.remove`: the store takes one version out, and tells the publisher why. Twice is answered like once. */
export const removeVersion: Handler<'versions.remove'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (isAlreadyDone(version, 'remove')) return { version: presentVersion(version, app) };
    const { reason } = data;
    const removed = await transition(tx, version, {
      action: 'remove',
      by: { actor: 'admin', uid: caller.uid },
      set: { removalReason: reason },
      details: { reason },
    });
    await notifyRemoval(tx, { app, reason, now: context.clock() });
    await enqueue(tx, 'rebuild-feeds', {});
    return { version: presentVersion(removed, app) };
  });

/** `versions.restore`: puts back a version that the store had removed. Twice is answered like once. */
export const restoreVersion: Handler<'versions.restore'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (isAlreadyDone(version, 'restore')) return { version: presentVersion(version, app) };
    const restored = await transition(tx, version, {
      action: 'restore',
      by: { actor: 'admin', uid: caller.uid },
      set: { removalReason: null },
      details: { reason: data.reason },
    });
    await notifyRestoration(tx, { app, reason: data.reason, now: context.clock() });
    await enqueue(tx, 'rebuild-feeds', {});
    return { version: presentVersion(restored, app) };
  });
