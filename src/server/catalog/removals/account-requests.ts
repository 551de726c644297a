import { and, eq, inArray, ne } from 'drizzle-orm';
import { describeObstacle } from '#shared/account/obstacles.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { countActiveAdmins, findUser } from '../../identity/users.ts';
import { previewDeletion } from '../../people/account/deletion.ts';
import { presentDeletion } from '../../people/users/deletion-request.ts';
import { allowLongTransaction, type Tx } from '../../platform/db/open.ts';
import { type AppRow, appRemovalRequests, apps } from '../../platform/db/tables/apps.ts';
import { accountDeletionRequests, type DeletionRequestRow } from '../../platform/db/tables/users.ts';
import { denied } from '../../platform/input/call-error.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { forgetRemoval } from '../lifecycle/removal-request.ts';
import { dateIn, notRequested, saveRequest } from './app-requests.ts';

/** Returns the sentence for an account whose deletion isn't pending. */
export const noDeletion = () => t`No deletion of this account is pending.`;

/**
 * `account.requestDeletion`: asks for the deletion of the caller's account on a date, and with it for the removal of every
 * app that is still theirs.
 */
export const requestDeletion: Handler<'account.requestDeletion'> = async ({ data, caller, context }) => {
  const { uid, role } = caller;
  if (data.email.toLowerCase() !== caller.record.email.toLowerCase()) {
    throw invalidField('email', () => t`This isn’t your account’s email.`);
  }
  const request = await context.db.transaction(async (tx) => {
    await allowLongTransaction(tx);
    const owned = await lockOwnApps(tx, uid);
    await findUser(tx, uid);
    if (role === 'admin') await countActiveAdmins(tx);
    const { obstacles, apps: counts } = await previewDeletion(tx, { uid, role }, context.clock());
    const lastAdmin = obstacles.find(({ reason }) => reason === 'last-admin');
    if (lastAdmin)
      throw denied(() => describeObstacle(lastAdmin.reason, counts), { reason: lastAdmin.reason });
    if ((await findRequest(tx, uid))?.state === 'pending') {
      throw denied(() => t`The deletion of your account was already requested.`, {
        reason: 'already-requested',
      });
    }
    const requestedAt = context.clock();
    const deleteAt = dateIn(data.days, requestedAt);
    const values = {
      uid,
      state: 'pending' as const,
      requestedAt,
      deleteAt,
      ground: null,
      declineReason: null,
      declinedAt: null,
    };
    const [row] = await tx
      .insert(accountDeletionRequests)
      .values(values)
      .onConflictDoUpdate({ target: accountDeletionRequests.uid, set: values })
      .returning();
    await emit(tx, {
      by: uid,
      name: 'user.deletion-requested',
      uid,
      details: { deleteAt: deleteAt.toISOString(), apps: owned.length },
    });
    await requestRemovals(tx, owned, { requestedAt, removeAt: deleteAt });
    return row as DeletionRequestRow;
  });
  return { request: presentDeletion(request) };
};

/** Asks for the removal of apps together with the account; a removal that is due earlier keeps its own date. */
async function requestRemovals(
  tx: Tx,
  owned: readonly AppRow[],
  dates: { readonly requestedAt: Date; readonly removeAt: Date },
): Promise<void> {
  const requests = await tx
    .select()
    .from(appRemovalRequests)
    .where(
      inArray(
        appRemovalRequests.appId,
        owned.map(({ id }) => id),
      ),
    );
  for (const app of owned) {
    const own = requests.find(({ appId, state }) => appId === app.id && state === 'pending');
    if (own && own.removeAt <= dates.removeAt) continue;
    await saveRequest(tx, app, { ...dates, reason: own?.reason ?? null, isWithAccount: true });
  }
}

/** `account.withdrawDeletion`: withdraws the request, so that the account and its apps stay. */
export const withdrawDeletion: Handler<'account.withdrawDeletion'> = async ({ caller, context }) =>
  context.db.transaction(async (tx) => {
    const { uid } = caller;
    await lockPending(tx, uid, uid);
    await tx.delete(accountDeletionRequests).where(eq(accountDeletionRequests.uid, uid));
    await emit(tx, { by: uid, name: 'user.deletion-withdrawn', uid });
    return {};
  });

/** `users.declineDeletion`: declines the request, which a law or an open case asks for; the apps stay, too. */
export const declineDeletion: Handler<'users.declineDeletion'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { uid, ground, reason } = data;
    await lockPending(tx, uid, null);
    const [row] = await tx
      .update(accountDeletionRequests)
      .set({ state: 'declined', ground, declineReason: reason, declinedAt: context.clock() })
      .where(eq(accountDeletionRequests.uid, uid))
      .returning();
    await emit(tx, { by: caller.uid, name: 'user.deletion-declined', uid, details: { ground, reason } });
    return { request: presentDeletion(row as DeletionRequestRow) };
  });

/** Locks an account whose deletion is pending, and takes back the removals that are part of it. */
async function lockPending(tx: Tx, uid: string, actorUid: string | null): Promise<void> {
  await allowLongTransaction(tx);
  const owned = await lockOwnApps(tx, uid);
  await findUser(tx, uid);
  if ((await findRequest(tx, uid))?.state !== 'pending') {
    throw notRequested(noDeletion);
  }
  for (const { id } of owned) {
    const [request] = await tx.select().from(appRemovalRequests).where(eq(appRemovalRequests.appId, id));
    if (request?.state !== 'pending' || !request.isWithAccount) continue;
    await forgetRemoval(tx, id);
    await emit(tx, {
      by: actorUid,
      name: 'app.removal-withdrawn',
      appId: id,
      details: { isWithAccount: true },
    });
  }
}

/** Locks the apps of a publisher that aren't removed, before the account, as everything that changes both does. */
export async function lockOwnApps(tx: Tx, uid: string): Promise<AppRow[]> {
  return tx
    .select()
    .from(apps)
    .where(and(eq(apps.ownerUid, uid), ne(apps.status, 'removed')))
    .orderBy(apps.id)
    .for('update');
}

/** Returns the last request to delete a locked account. */
export async function findRequest(tx: Tx, uid: string): Promise<DeletionRequestRow | null> {
  const [row] = await tx.select().from(accountDeletionRequests).where(eq(accountDeletionRequests.uid, uid));
  return row ?? null;
}
