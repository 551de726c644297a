import { eq, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { findUser } from '../../identity/users.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { presentUser } from './present.ts';

/**
 * `users.updateProfile`: changes the given fields and links; the others stay. A new publisher name waits for
 * approval at each of their live apps.
 */
export const updateProfile: Handler<'users.updateProfile'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { links, ...fields } = data;
    const now = context.clock();
    const before = await findUser(tx, caller.uid);
    const [row] = await tx
      .update(users)
      .set({
        ...fields,
        ...(links && { links: sql`jsonb_strip_nulls(${users.links} || ${JSON.stringify(links)}::jsonb)` }),
        updatedAt: now,
      })
      .where(eq(users.uid, caller.uid))
      .returning();
    if (!row) throw callError('not-found', () => t`Your account no longer exists.`);
    if (fields.developerName !== undefined && fields.developerName !== before?.developerName) {
      await emit(tx, {
        name: 'user.developer-name-changed',
        by: caller.uid,
        uid: caller.uid,
        details: { from: before?.developerName ?? null, to: fields.developerName },
      });
    }
    return { user: await presentUser(tx, row) };
  });
