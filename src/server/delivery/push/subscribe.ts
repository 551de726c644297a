import { randomUUID } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineCountLimit, requireRoom } from '../../platform/db/count-limit.ts';
import { pushSubscriptions } from '../../platform/db/tables/deliveries.ts';
import { callError, requireAllowed } from '../../platform/input/call-error.ts';
import { urlDenialReason } from '../../platform/safe-fetch/safe-fetch.ts';

/** Maximum subscribed browsers per user. */
const MAX_BROWSERS = 20;

/** Counts the other browsers of a user. */
const BROWSERS = defineCountLimit<{ readonly uid: string; readonly endpoint: string }>({
  name: 'browsers',
  key: ({ uid }) => uid,
  count: (tx, { uid, endpoint }) =>
    tx.$count(
      pushSubscriptions,
      and(eq(pushSubscriptions.uid, uid), ne(pushSubscriptions.endpoint, endpoint)),
    ),
  max: () => MAX_BROWSERS,
  error: ({ max }) =>
    callError(
      'resource-exhausted',
      () => t`You already get push notifications in ${max} browsers. Turn them off in one first.`,
      { reason: 'too-many-browsers' },
    ),
});

/** `push.subscribe`: sends the caller's push messages to this browser. Subscribing twice has no effect. */
export const subscribe: Handler<'push.subscribe'> = async ({ data, caller, context }) => {
  requireAllowed(() => urlDenialReason(new URL(data.endpoint), context.config), {
    reason: 'unsafe-url',
    field: 'endpoint',
  });
  const { uid } = caller;
  return context.db.transaction(async (tx) => {
    await requireRoom(tx, BROWSERS, { uid, endpoint: data.endpoint });
    // A browser belongs to the user who signed in last: notifications of the earlier user must not show there.
    const values = { uid, endpoint: data.endpoint, p256dh: data.keys.p256dh, auth: data.keys.auth };
    await tx
      .insert(pushSubscriptions)
      .values({ id: randomUUID(), ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { id: randomUUID(), ...values } });
    return {};
  });
};

/** `push.unsubscribe`: stops push messages to this browser, if it is the caller's. */
export const unsubscribe: Handler<'push.unsubscribe'> = async ({ data, caller, context: { db } }) => {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, data.endpoint), eq(pushSubscriptions.uid, caller.uid)));
  return {};
};
