import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { notifyUpdate } from './send.ts';

/** `notifications.sendUpdate`: tells everyone who wants to know of an app's update; an app must exist. */
export const sendUpdate: Handler<'notifications.sendUpdate'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    await notifyUpdate(tx, { ...data, now: context.clock() });
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'app.update-announced',
      appId: data.appId,
      details: { version: data.version },
    });
    return {};
  });
