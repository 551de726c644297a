import type { Handler } from '../callable.ts';
import { presentCaller } from './present.ts';

/** `users.me`: the caller's own record; authentication has read it already. */
export const getMe: Handler<'users.me'> = async ({ caller, context: { pool } }) => ({
  user: await presentCaller(pool, caller.record),
});
