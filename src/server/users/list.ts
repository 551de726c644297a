import type { Handler } from '../callable.ts';
import { listUsers as queryUsers } from './queries.ts';

/** `users.list`: everybody in this store, newest first; `query` looks into names, address and id. */
export const listUsers: Handler<'users.list'> = async ({ data, context: { db } }) => queryUsers(db, data);
