import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { notifyUpdate } from './notify-update.ts';

/** `notifications.sendUpdate`: notifies users about an app's update. */
export const sendUpdate: Handler<'notifications.sendUpdate'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    await notifyUpdate(tx, { ...data, now: context.clock() });
    await emit(tx, {
      by: caller.uid,
      name: 'app.update-announced',
      appId: data.appId,
      details: { versionName: data.version, whatsNew: data.changes },
    });
    return {};
  });
