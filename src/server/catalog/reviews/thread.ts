import type { Handler } from '../../identity/handler.ts';
import { findAppOfVersion } from '../versions/queries.ts';
import { readThread } from './queries.ts';

/** `reviews.thread`: returns the messages about an app's versions; internal notes only for store staff. */
export const getThread: Handler<'reviews.thread'> = async ({ data, caller, context: { db } }) => {
  const { id } = await findAppOfVersion(db, data.versionId, caller);
  return { messages: await readThread(db, { appId: id, forStaff: caller.role === 'admin' }) };
};
