import { and, eq, gt, lte, not, type SQL, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { Handler } from '../../identity/handler.ts';
import { countActiveAdmins, findUser } from '../../identity/users.ts';
import type { Context } from '../../platform/context.ts';
import { allowLongTransaction, type Tx } from '../../platform/db/open.ts';
import { appRemovalRequests, apps } from '../../platform/db/tables/apps.ts';
import { isHeld } from '../../platform/db/tables/holds.ts';
import { accountDeletionRequests, users } from '../../platform/db/tables/users.ts';
import { denied } from '../../platform/input/call-error.ts';
import { deleteDraft } from '../apps/delete.ts';
import { type ActorIdentity, SYSTEM } from '../lifecycle/actor.ts';
import { findHold } from '../lifecycle/holds.ts';
import { findRequest, lockOwnApps, noDeletion } from './account-requests.ts';
import { notRequested, removeOnRequest } from './app-requests.ts';
import { eraseAccount, lockClaimedApps } from './delete-account.ts';

/** Number of requests per query. */
const BATCH = 100;

/**
 * Runs every hour: removes apps and then deletes accounts whose requests are due. Each has its own transaction, which reads
 * the request again, so that several servers and an interrupted run do nothing twice. What is on hold waits.
 */
export async function carryOutRequests(context: Context, signal: AbortSignal): Promise<void> {
  const now = context.clock();
  const isDue = isDueRemoval(now);
  await forEachDue(
    (after) =>
      context.db
        .select({ id: appRemovalRequests.appId })
        .from(appRemovalRequests)
        .where(and(isDue, gt(appRemovalRequests.appId, after)))
        .orderBy(appRemovalRequests.appId)
        .limit(BATCH),
    {
      carryOut: (id) => removeDueApp(context, id, now),
      onError: (err, appId) => context.log.error({ err, appId }, 'an app could not be removed on request'),
      signal,
    },
  );
  await forEachDue(
    (after) =>
      context.db
        .select({ id: accountDeletionRequests.uid })
        .from(accountDeletionRequests)
        .where(
          and(
            eq(accountDeletionRequests.state, 'pending'),
            lte(accountDeletionRequests.deleteAt, now),
            gt(accountDeletionRequests.uid, after),
          ),
        )
        .orderBy(accountDeletionRequests.uid)
        .limit(BATCH),
    {
      carryOut: (uid) => deleteDueAccount(context, uid, now),
      onError: (err, uid) => context.log.error({ err, uid }, 'an account could not be deleted on request'),
      signal,
    },
  );
}

interface DueRun {
  readonly carryOut: (id: string) => Promise<void>;
  readonly onError: (error: unknown, id: string) => void;
  readonly signal: AbortSignal;
}

/** Carries out all requests that are due, in the order of their ids. One that fails doesn't block the others. */
async function forEachDue(
  readDue: (after: string) => Promise<{ readonly id: string }[]>,
  { carryOut, onError, signal }: DueRun,
): Promise<void> {
  let after = '';
  while (!signal.aborted) {
    const due = await readDue(after);
    for (const { id } of due) {
      if (signal.aborted) return;
      await carryOut(id).catch((error: unknown) => onError(error, id));
      after = id;
    }
    if (due.length < BATCH) return;
  }
}

/** The requests for removals that are due. What goes with an account is removed with it. */
function isDueRemoval(now: Date): SQL | undefined {
  return and(
    eq(appRemovalRequests.state, 'pending'),
    not(appRemovalRequests.isWithAccount),
    lte(appRemovalRequests.removeAt, now),
  );
}

async function removeDueApp(context: Context, appId: string, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [app] = await tx
      .select()
      .from(apps)
      .where(and(eq(apps.id, appId), not(isHeld(apps.id, apps.ownerUid))))
      .for('update');
    const [request] = await tx
      .select({ appId: appRemovalRequests.appId })
      .from(appRemovalRequests)
      .where(and(eq(appRemovalRequests.appId, appId), isDueRemoval(now)));
    if (app && request) await removeOnRequest(tx, app, { by: SYSTEM, now });
  });
}

async function deleteDueAccount(context: Context, uid: string, now: Date): Promise<void> {
  await context.jobs.db.transaction(async (tx) => {
    const [held] = await tx
      .select({ uid: users.uid })
      .from(users)
      .where(and(eq(users.uid, uid), isAccountHeld()));
    if (held) return;
    await deleteOnRequest(tx, context, { uid, by: SYSTEM, isDue: ({ deleteAt }) => deleteAt <= now });
  });
}

/** Returns the condition on users for being held, or having an app that is. */
export function isAccountHeld(): SQL {
  return sql`(${isHeld(users.uid)} OR EXISTS (
    SELECT FROM ${apps}
    WHERE ${apps.ownerUid} = ${users.uid} AND ${apps.status} <> 'removed' AND ${isHeld(apps.id)}))`;
}

/** `users.carryOutDeletion`: deletes an account now, as its owner asked, and removes its apps. */
export const carryOutDeletion: Handler<'users.carryOutDeletion'> = async ({ data, caller, context }) => {
  const { uid } = data;
  if (uid === caller.uid) {
    throw denied(() => t`This is your own account. Delete it in your settings.`, { reason: 'own-account' });
  }
  await context.jobs.db.transaction(async (tx) => {
    const by = { actor: 'admin', uid: caller.uid } as const;
    const outcome = await deleteOnRequest(tx, context, { uid, by, isDue: () => true });
    if (outcome === 'not-requested') throw notRequested(noDeletion);
    if (outcome === 'last-admin') {
      throw denied(() => t`This is the last admin of this store. Make someone else an admin first.`, {
        reason: 'last-admin',
      });
    }
  });
  return {};
};

interface Departure {
  readonly uid: string;
  readonly by: ActorIdentity;
  readonly isDue: (request: { readonly deleteAt: Date }) => boolean;
}

/**
 * Removes a user's apps, or deletes those that were never live, then deletes the account: all of it or nothing. The last
 * admin stays.
 */
async function deleteOnRequest(
  tx: Tx,
  context: Context,
  { uid, by, isDue }: Departure,
): Promise<'deleted' | 'not-requested' | 'last-admin'> {
  // A million notifications may be deleted with the account.
  await allowLongTransaction(tx);
  const now = context.clock();
  const owned = await lockOwnApps(tx, uid);
  await lockClaimedApps(tx, uid);
  const person = await findUser(tx, uid);
  const request = await findRequest(tx, uid);
  if (!person || request?.state !== 'pending' || !isDue(request)) return 'not-requested';
  // Locks the admins, so that the last two can't leave at once.
  const isActiveAdmin = person.role === 'admin' && person.suspendedAt === null;
  if (isActiveAdmin && (await countActiveAdmins(tx)) === 1) return 'last-admin';
  for (const app of owned) {
    const isHeldApp = (await findHold(tx, { version: null, app })) !== null;
    if (!isHeldApp && (await deleteDraft(tx, app, by.uid))) continue;
    await removeOnRequest(tx, app, { by, now });
  }
  await eraseAccount(tx, context, { person, event: 'user.deleted-on-request', actorUid: by.uid });
  return 'deleted';
}
