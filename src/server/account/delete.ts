import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { accountDeletedLetter } from '../auth/letters/account-deleted.ts';
import { sendLater } from '../auth/security-events.ts';
import { deleteAvatar } from '../avatars/store.ts';
import type { Handler } from '../callable.ts';
import { authUsers } from '../db/identity-tables.ts';
import { pausedAddresses } from '../db/notification-tables.ts';
import type { Tx } from '../db/open.ts';
import { apps, users } from '../db/tables.ts';
import { DELETED_OWNER, findUser } from '../users/queries.ts';
import { previewDeletion } from './deletion.ts';

/**
 * `account.delete`: the caller's account with everything that hangs on it, for good. The audit log keeps what was done
 * under a number that leads to nobody any more; removed apps stay on record, without their publisher.
 */
export const deleteAccount: Handler<'account.delete'> = async ({ data, caller, context }) => {
  if (data.email.toLowerCase() !== caller.record.email.toLowerCase()) {
    const message = 'This is not the address of your account.';
    throw new CallError('invalid-argument', message, { issues: [{ path: 'email', message }] });
  }
  const photoURL = await context.db.transaction(async (tx) => {
    const person = await findUser(tx, caller.uid);
    const { obstacles, apps: owned } = await previewDeletion(tx, caller, context.clock());
    const [obstacle] = obstacles;
    if (obstacle) {
      throw new CallError('failed-precondition', obstacles.map(({ message }) => message).join(' '), {
        reason: obstacle.reason,
        apps: owned,
      });
    }
    if (owned.removed > 0) await leaveApps(tx, caller.uid, context.clock());
    await recordAudit(tx, { actorUid: caller.uid, event: 'user.deleted', subjectUid: caller.uid });
    await tx.delete(pausedAddresses).where(eq(pausedAddresses.email, caller.record.email));
    await tx.delete(authUsers).where(eq(authUsers.id, caller.uid));
    return person?.photoURL ?? null;
  });
  await deleteAvatar(context, photoURL);
  sendLater(context, (storeName) => accountDeletedLetter({ to: caller.record.email, storeName }));
  return {};
};

async function leaveApps(tx: Tx, uid: string, now: Date): Promise<void> {
  const { uid: id, email, name } = DELETED_OWNER;
  await tx.insert(authUsers).values({ id, email, name }).onConflictDoNothing();
  await tx
    .insert(users)
    .values({
      uid: id,
      email,
      displayName: name,
      settings: { notifications: { appUpdates: false, systemAnnouncements: false } },
      suspendedAt: now,
      suspensionReason: 'This account was deleted.',
    })
    .onConflictDoNothing();
  await tx.update(apps).set({ ownerUid: id }).where(eq(apps.ownerUid, uid));
}
