import type { AppAction } from '#shared/apps/rules.ts';
import { lockApp } from '../auth/app-access.ts';
import type { Call, Handler } from '../callable.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { publishWaiting } from '../releases/publish.ts';
import { presentApp } from './queries.ts';
import { isAppAlreadyDone, transitionApp } from './transition.ts';

/** `apps.unpublish`: nobody can get any version of the app; nothing of it is lost. Twice is answered like once. */
export const unpublishApp: Handler<'apps.unpublish'> = (call) => changeByOwner(call, 'unpublish');

/** `apps.republish`: makes an unpublished app public again, with what waited for that. Twice is answered like once. */
export const republishApp: Handler<'apps.republish'> = (call) => changeByOwner(call, 'republish');

type OwnersCall = Call<'apps.unpublish' | 'apps.republish'>;

async function changeByOwner({ data, caller, context }: OwnersCall, action: AppAction) {
  return context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'owner' });
    if (isAppAlreadyDone(app, action)) return { app: await presentApp(tx, app) };
    const now = context.clock();
    const changed = await transitionApp(tx, app, {
      action,
      by: { actor: 'publisher', uid: caller.uid },
      now,
    });
    await publishWaiting(tx, changed, now);
    await enqueue(tx, 'rebuild-feeds', {});
    return { app: await presentApp(tx, changed) };
  });
}
