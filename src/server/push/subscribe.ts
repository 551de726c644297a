import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Handler } from '../callable.ts';
import { pushSubscriptions } from '../db/notification-tables.ts';
import { whyNotPostTo } from '../outbound/post.ts';

/** Browsers that one person subscribes at most; beyond, one of them has to go first. */
const MOST = 20;

/** `push.subscribe`: sends push messages to this browser of the caller's; twice is like once. */
export const subscribe: Handler<'push.subscribe'> = async ({ data, caller, context }) => {
  const refusal = whyNotPostTo(new URL(data.endpoint), context.config);
  if (refusal) throw new CallError('failed-precondition', refusal, { reason: refusal });
  const { uid } = caller;
  return context.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM users WHERE uid = ${uid} FOR UPDATE`);
    const others = and(
      eq(pushSubscriptions.userId, uid),
      sql`${pushSubscriptions.endpoint} <> ${data.endpoint}`,
    );
    if ((await tx.$count(pushSubscriptions, others)) >= MOST) {
      throw new CallError(
        'resource-exhausted',
        `You get push messages in ${MOST} browsers already. Switch them off in one first.`,
      );
    }
    // A browser belongs to whoever signed in last: the earlier person must not be read there.
    const values = { userId: uid, endpoint: data.endpoint, p256dh: data.keys.p256dh, auth: data.keys.auth };
    await tx
      .insert(pushSubscriptions)
      .values({ id: randomUUID(), ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { id: randomUUID(), ...values } });
    return {};
  });
};

/** `push.unsubscribe`: sends no more to this browser; one that is not the caller's is left alone. */
export const unsubscribe: Handler<'push.unsubscribe'> = async ({ data, caller, context: { db } }) => {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, data.endpoint), eq(pushSubscriptions.userId, caller.uid)));
  return {};
};
