import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { findVersion } from '../versions/queries.ts';
import { readThread } from './queries.ts';

/** `reviews.thread`: what publisher and reviewers wrote about an app's versions; notes for the store's people alone. */
export const getThread: Handler<'reviews.thread'> = async ({ data, caller, context: { db } }) => {
  const { app } = await findVersion(db, data.versionId);
  await requireAppRole(db, app, { caller, role: 'viewer' });
  return { messages: await readThread(db, { appId: app.id, forStore: caller.role === 'admin' }) };
};
