import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Handler } from '../callable.ts';
import type { Tx } from '../db/open.ts';
import { type AppRow, apps } from '../db/tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { notifyRestoration } from '../notifications/publishing.ts';
import { notifyRemoval } from '../notifications/send.ts';
import { publishWaiting } from '../releases/publish.ts';
import { presentApp } from './queries.ts';
import { isAppAlreadyDone, transitionApp } from './transition.ts';

/** `apps.remove`: the store takes an app out with all of its versions, and tells its publisher why. */
export const removeApp: Handler<'apps.remove'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockAnyApp(tx, data.appId);
    if (isAppAlreadyDone(app, 'remove')) return { app: await presentApp(tx, app) };
    const { reason } = data;
    const now = context.clock();
    const by = { actor: 'admin', uid: caller.uid } as const;
    const removed = await transitionApp(tx, app, { action: 'remove', by, reason, now });
    await notifyRemoval(tx, { app, reason, now });
    await enqueue(tx, 'rebuild-feeds', {});
    return { app: await presentApp(tx, removed) };
  });

/** `apps.restore`: puts a removed app back to what it was, with what waited for that. */
export const restoreApp: Handler<'apps.restore'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockAnyApp(tx, data.appId);
    if (isAppAlreadyDone(app, 'restore')) return { app: await presentApp(tx, app) };
    const now = context.clock();
    const by = { actor: 'admin', uid: caller.uid } as const;
    const restored = await transitionApp(tx, app, { action: 'restore', by, reason: data.reason, now });
    await notifyRestoration(tx, { app, reason: data.reason, now });
    await publishWaiting(tx, restored, now);
    await enqueue(tx, 'rebuild-feeds', {});
    return { app: await presentApp(tx, restored) };
  });

/** Any app, for admins, locked until the transaction ends; throws `not-found`. */
async function lockAnyApp(tx: Tx, appId: string): Promise<AppRow> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId)).for('update');
  if (!app) throw new CallError('not-found', 'There is no such app.');
  return app;
}
