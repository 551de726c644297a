import type { AppAction } from '#shared/statuses/app-status.ts';
import { lockApp } from '../../identity/app-access.ts';
import type { Call, Handler } from '../../identity/handler.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { changeApp, isAppAlreadyDone } from '../lifecycle/change-app.ts';
import { presentApp } from '../listings/present-app.ts';
import { publishWaiting } from '../releases/publish.ts';

/** `apps.unpublish`: hides an app and all its versions; nothing is deleted. Unpublishing twice has no effect. */
export const unpublishApp: Handler<'apps.unpublish'> = (call) => changeByOwner(call, 'unpublish');

/** `apps.republish`: makes an unpublished app live again, with what was waiting for that. Repeating has no effect. */
export const republishApp: Handler<'apps.republish'> = (call) => changeByOwner(call, 'republish');

type OwnersCall = Call<'apps.unpublish' | 'apps.republish'>;

async function changeByOwner({ data, caller, context }: OwnersCall, action: AppAction) {
  return context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'owner' });
    if (isAppAlreadyDone(app, action)) return { app: await presentApp(tx, app) };
    await queueRebuildOf(tx, [app.id]);
    const now = context.clock();
    const changed = await changeApp(tx, app, {
      action,
      by: { actor: 'publisher', uid: caller.uid },
      now,
    });
    await publishWaiting(tx, changed, now);
    await queueRebuildOf(tx, [app.id]);
    return { app: await presentApp(tx, changed) };
  });
}
