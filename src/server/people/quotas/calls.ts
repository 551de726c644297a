import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { requireAllApps } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { readOverrides, readUsage } from './usage.ts';

/** `account.usage`: returns the caller's usage of each quota, over all their apps. */
export const getUsage: Handler<'account.usage'> = async ({ caller, context: { db, clock } }) => {
  requireAllApps(caller);
  return { usage: await readUsage(db, { uid: caller.uid, now: clock() }) };
};

/** `users.getQuotas`: returns a user's usage of each quota, and their individual limits. */
export const getQuotas: Handler<'users.getQuotas'> = async ({ data: { uid }, context: { db, clock } }) => ({
  overrides: await requireOverrides(db, uid),
  usage: await readUsage(db, { uid, now: clock() }),
});

/** `users.setQuotas`: sets a user's individual limits; existing data stays, even above a limit. */
export const setQuotas: Handler<'users.setQuotas'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { uid, overrides } = data;
    const before = await requireOverrides(tx, uid);
    await tx.update(users).set({ quotas: overrides }).where(eq(users.uid, uid));
    await emit(tx, {
      by: caller.uid,
      name: 'user.quotas-changed',
      uid,
      details: { before, after: overrides },
    });
    return { overrides, usage: await readUsage(tx, { uid, now: context.clock() }) };
  });

async function requireOverrides(db: Db | Tx, uid: string) {
  const overrides = await readOverrides(db, uid);
  if (!overrides) throw callError('not-found', () => t`This user doesn’t exist.`);
  return overrides;
}
