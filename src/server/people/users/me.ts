import type { Handler } from '../../identity/handler.ts';
import { readOwnRecord } from './present.ts';

/** `users.me`: the caller's own record. */
export const getMe: Handler<'users.me'> = async ({ caller, context: { db } }) => ({
  user: await readOwnRecord(db, caller.uid),
});
