import type { Handler } from '../callable.ts';
import { presentUser } from './queries.ts';

/** `users.me`: the caller's own record; authentication has read it already. */
export const getMe: Handler<'users.me'> = async ({ caller, context: { db } }) => ({
  user: await presentUser(db, caller.record),
});
