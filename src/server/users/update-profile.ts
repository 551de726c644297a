import { eq, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { normaliseRole } from '#shared/users/role.ts';
import type { Handler } from '../callable.ts';
import { users } from '../db/tables.ts';
import { presentUser } from './present.ts';

/** `users.updateProfile`: changes what the caller named, link by link; everything else stays. */
export const updateProfile: Handler<'users.updateProfile'> = async ({ data, caller, context }) => {
  const { links, ...fields } = data;
  const [row] = await context.db
    .update(users)
    .set({
      ...fields,
      ...(links && { links: sql`jsonb_strip_nulls(${users.links} || ${JSON.stringify(links)}::jsonb)` }),
      updatedAt: context.clock(),
    })
    .where(eq(users.uid, caller.uid))
    .returning();
  if (!row) throw new CallError('not-found', 'Your account no longer exists.');
  return { user: await presentUser(context.db, { ...row, role: normaliseRole(row.role) }) };
};
