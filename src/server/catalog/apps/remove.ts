import { lockAnyApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { changeApp, isAppAlreadyDone } from '../lifecycle/change-app.ts';
import { requireOthersApp } from '../lifecycle/own-app.ts';
import { presentApp } from '../listings/present-app.ts';
import { publishWaiting } from '../releases/publish.ts';

/** `apps.remove`: removes an app with all its versions from the store, and notifies the publisher of the reason. */
export const removeApp: Handler<'apps.remove'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockAnyApp(tx, data.appId);
    if (isAppAlreadyDone(app, 'remove')) return { app: await presentApp(tx, app) };
    await queueRebuildOf(tx, [app.id]);
    const { reason } = data;
    const now = context.clock();
    const by = { actor: 'admin', uid: caller.uid } as const;
    const removed = await changeApp(tx, app, { action: 'remove', by, reason, now });
    return { app: await presentApp(tx, removed) };
  });

/** `apps.restore`: restores a removed app's status, and publishes what was waiting for that. */
export const restoreApp: Handler<'apps.restore'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockAnyApp(tx, data.appId);
    if (isAppAlreadyDone(app, 'restore')) return { app: await presentApp(tx, app) };
    await requireOthersApp(tx, { action: 'restore', app, version: null, uid: caller.uid });
    const now = context.clock();
    const by = { actor: 'admin', uid: caller.uid } as const;
    const restored = await changeApp(tx, app, { action: 'restore', by, reason: data.reason, now });
    await publishWaiting(tx, restored, now);
    await queueRebuildOf(tx, [app.id]);
    return { app: await presentApp(tx, restored) };
  });
