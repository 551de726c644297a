import { eq } from 'drizzle-orm';
import type { RemovalRequest } from '#shared/account/deletion.ts';
import { removalChangeDenialReason, removalDenialReason } from '#shared/apps/removal.ts';
import type { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { lockAnyApp, lockApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, appRemovalRequests } from '../../platform/db/tables/apps.ts';
import { callError, denied, requireAllowed } from '../../platform/input/call-error.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import type { ActorIdentity } from '../lifecycle/actor.ts';
import { changeApp } from '../lifecycle/change-app.ts';
import { findRemoval, forgetRemoval, presentRemoval } from '../lifecycle/removal-request.ts';
import { presentApp } from '../listings/present-app.ts';

const DAY_MS = 86_400_000;

/** Returns the time that is some days after another. */
export function dateIn(days: number, now: Date): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

/** `apps.requestRemoval`: asks for the removal of the caller's published app on a date. */
export const requestRemoval: Handler<'apps.requestRemoval'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'owner' });
    if (app.ownerUid !== caller.uid) {
      throw callError('permission-denied', () => t`Only the publisher can ask for the removal of this app.`, {
        reason: 'role',
      });
    }
    const { status } = app;
    const removal = await findRemoval(tx, app.id);
    requireAllowed(() => removalDenialReason({ status, removal }), {
      reason: removal?.state === 'pending' ? 'already-requested' : 'wrong-status',
      status,
    });
    const requestedAt = context.clock();
    const removeAt = dateIn(data.days, requestedAt);
    const reason = data.reason || null;
    return { removal: await saveRequest(tx, app, { requestedAt, removeAt, reason, isWithAccount: false }) };
  });

/** Saves a request for a locked app in place of the last one, and emits its event. */
export async function saveRequest(
  tx: Tx,
  app: AppRow,
  request: Pick<
    typeof appRemovalRequests.$inferSelect,
    'requestedAt' | 'removeAt' | 'reason' | 'isWithAccount'
  >,
): Promise<RemovalRequest> {
  const values = {
    ...request,
    appId: app.id,
    requestedByUid: app.ownerUid,
    state: 'pending' as const,
    ground: null,
    declineReason: null,
    declinedAt: null,
  };
  const [row] = await tx
    .insert(appRemovalRequests)
    .values(values)
    .onConflictDoUpdate({ target: appRemovalRequests.appId, set: values })
    .returning();
  const { reason, isWithAccount } = request;
  await emit(tx, {
    by: app.ownerUid,
    name: 'app.removal-requested',
    appId: app.id,
    details: { removeAt: request.removeAt.toISOString(), reason, isWithAccount },
  });
  return presentRemoval(row as typeof appRemovalRequests.$inferSelect);
}

/** `apps.withdrawRemoval`: withdraws the request, so that the app stays. */
export const withdrawRemoval: Handler<'apps.withdrawRemoval'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'owner' });
    requireChangeable(await findRemoval(tx, app.id));
    await forgetRemoval(tx, app.id);
    await emit(tx, {
      by: caller.uid,
      name: 'app.removal-withdrawn',
      appId: app.id,
      details: { isWithAccount: false },
    });
    return {};
  });

/** `apps.declineRemoval`: declines the request, which a law or an open case asks for. */
export const declineRemoval: Handler<'apps.declineRemoval'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockAnyApp(tx, data.appId);
    requireChangeable(await findRemoval(tx, app.id));
    const { ground, reason } = data;
    const [row] = await tx
      .update(appRemovalRequests)
      .set({ state: 'declined', ground, declineReason: reason, declinedAt: context.clock() })
      .where(eq(appRemovalRequests.appId, app.id))
      .returning();
    await emit(tx, {
      by: caller.uid,
      name: 'app.removal-declined',
      appId: app.id,
      details: { ground, reason },
    });
    return { removal: presentRemoval(row as typeof appRemovalRequests.$inferSelect) };
  });

/** `apps.carryOutRemoval`: removes the app now, as its publisher asked. */
export const carryOutRemoval: Handler<'apps.carryOutRemoval'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockAnyApp(tx, data.appId);
    const removal = await findRemoval(tx, app.id);
    if (removal?.state !== 'pending') throw notRequested(() => removalChangeDenialReason(removal) ?? '');
    const by = { actor: 'admin', uid: caller.uid } as const;
    return { app: await presentApp(tx, await removeOnRequest(tx, app, { by, now: context.clock() })) };
  });

/** Removes a locked app as its publisher asked. */
export async function removeOnRequest(
  tx: Tx,
  app: AppRow,
  { by, now }: { readonly by: ActorIdentity; readonly now: Date },
): Promise<AppRow> {
  await queueRebuildOf(tx, [app.id]);
  return changeApp(tx, app, { action: 'removeOnRequest', by, now });
}

/** Throws unless the removal of an app is pending for itself. */
function requireChangeable(removal: RemovalRequest | null): void {
  requireAllowed(() => removalChangeDenialReason(removal), {
    reason: removal?.state === 'pending' ? 'deleted-with-account' : 'not-requested',
  });
}

/** Returns the error for what isn't pending, with its sentence. */
export function notRequested(write: () => string): CallError {
  return denied(write, { reason: 'not-requested' });
}
