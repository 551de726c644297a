import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { normaliseRole } from '#shared/users/role.ts';
import type { Handler } from '../callable.ts';
import { users } from '../db/tables.ts';
import { presentUser } from './queries.ts';

/** `users.updateProfile`: changes the names that the caller gave; fields that are not named stay. */
export const updateProfile: Handler<'users.updateProfile'> = async ({ data, caller, context }) => {
  const [row] = await context.db
    .update(users)
    .set({ ...data, updatedAt: context.clock() })
    .where(eq(users.uid, caller.uid))
    .returning();
  if (!row) throw new CallError('not-found', 'Your account no longer exists.');
  return { user: await presentUser(context.db, { ...row, role: normaliseRole(row.role) }) };
};
