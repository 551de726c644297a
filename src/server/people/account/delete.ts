import { type AnyColumn, and, eq, inArray, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { DETAILS } from '#shared/listings/field-records.ts';
import { fieldsWith } from '#shared/listings/fields.ts';
import { storedFlags } from '#shared/notifications/preferences.ts';
import { emit } from '../../events/emit.ts';
import { accountDeletedEmail } from '../../identity/emails/account-deleted.ts';
import type { Handler } from '../../identity/handler.ts';
import { countActiveAdmins, DELETED_OWNER, findUser } from '../../identity/users.ts';
import { allowLongTransaction, type Tx } from '../../platform/db/open.ts';
import { appInvitations, apps } from '../../platform/db/tables/apps.ts';
import { emailSuppressions, outbox } from '../../platform/db/tables/deliveries.ts';
import { ownerDownloads } from '../../platform/db/tables/downloads.ts';
import { storeHolds } from '../../platform/db/tables/holds.ts';
import { authUsers, authVerifications } from '../../platform/db/tables/identity.ts';
import { appMarks } from '../../platform/db/tables/lookalikes.ts';
import { testCredentials } from '../../platform/db/tables/reviews.ts';
import { userInvitations, users } from '../../platform/db/tables/users.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { queueWrittenEmail } from '../../platform/queue/queue-email.ts';
import { eraseUser } from '../audit/erase.ts';
import { previewDeletion } from './deletion.ts';
import { exportKey, findExport } from './exports.ts';

/**
 * `account.delete`: deletes the caller's account and its data permanently. The audit log keeps their actions
 * under an id that no longer resolves, without what it said about them; removed apps stay on record without their publisher.
 */
export const deleteAccount: Handler<'account.delete'> = async ({ data, caller, context }) => {
  if (data.email.toLowerCase() !== caller.record.email.toLowerCase()) {
    const message = 'This isn’t your account’s email.';
    throw invalidField('email', message);
  }
  const exported = await findExport(context, caller.uid);
  await context.jobs.db.transaction(async (tx) => {
    // A million notifications may be deleted with the account.
    await allowLongTransaction(tx);
    const person = await findUser(tx, caller.uid);
    // Locks the admins, so that the last two can't leave at once.
    if (caller.role === 'admin') await countActiveAdmins(tx);
    const { obstacles, apps: owned } = await previewDeletion(tx, caller, context.clock());
    const [obstacle] = obstacles;
    if (obstacle) {
      throw new CallError('failed-precondition', obstacles.map(({ message }) => message).join(' '), {
        reason: obstacle.reason,
        apps: owned,
      });
    }
    if (owned.removed > 0) await leaveApps(tx, caller.uid, context.clock());
    await eraseUser(tx, { uid: caller.uid, email: caller.record.email });
    await emit(tx, { by: caller.uid, name: 'user.deleted', uid: caller.uid });
    await forgetAddress(tx, { uid: caller.uid, email: caller.record.email.toLowerCase() });
    // Those of apps that were handed over are zero, and say nothing any more.
    await tx.delete(ownerDownloads).where(eq(ownerDownloads.ownerUid, caller.uid));
    await tx.delete(authUsers).where(eq(authUsers.id, caller.uid));
    const keys = [person?.photoURL ?? [], exported ? exportKey(exported.id) : []].flat();
    if (keys.length > 0) await enqueue(tx, { name: 'remove-files', payload: { keys } });
    await queueWrittenEmail(tx, context, (storeName) =>
      accountDeletedEmail({ to: caller.record.email, storeName }),
    );
  });
  return {};
};

/** Deletes what refers to the account by its address, or by its id without a foreign key. */
async function forgetAddress(tx: Tx, { uid, email }: { uid: string; email: string }): Promise<void> {
  await tx.delete(authVerifications).where(eq(authVerifications.value, uid));
  await tx.delete(appInvitations).where(eq(appInvitations.email, email));
  await tx.delete(userInvitations).where(eq(userInvitations.email, email));
  await tx.delete(emailSuppressions).where(eq(emailSuppressions.email, email));
  await tx
    .delete(outbox)
    .where(and(eq(outbox.channel, 'account-email'), eq(sql`lower(${outbox.target})`, email)));
}

/** Hands removed apps to nobody, without their publisher's name and what leads to them. */
async function leaveApps(tx: Tx, uid: string, now: Date): Promise<void> {
  const { uid: id, email, name } = DELETED_OWNER;
  await tx.insert(authUsers).values({ id, email, name }).onConflictDoNothing();
  await tx
    .insert(users)
    .values({
      uid: id,
      email,
      displayName: name,
      settings: { notifications: storedFlags(false) },
      suspendedAt: now,
      suspensionReason: 'This account was deleted.',
    })
    .onConflictDoNothing();
  const erased = Object.fromEntries(fieldsWith(DETAILS, 'isPersonal').map(({ field }) => [field, '']));
  const withoutContact = (details: AnyColumn) => sql`${details} || ${JSON.stringify(erased)}::jsonb`;
  await holdAppsOf(tx, uid);
  const owned = tx.select({ id: apps.id }).from(apps).where(eq(apps.ownerUid, uid));
  const versionIds = tx.select({ id: versions.id }).from(versions).where(inArray(versions.appId, owned));
  await tx.delete(testCredentials).where(inArray(testCredentials.versionId, versionIds));
  await tx.delete(appMarks).where(and(eq(appMarks.kind, 'developer'), inArray(appMarks.appId, owned)));
  await tx
    .update(apps)
    .set({
      ownerUid: id,
      publicDeveloperName: null,
      details: withoutContact(apps.details),
      publicDetails: withoutContact(apps.publicDetails),
    })
    .where(eq(apps.ownerUid, uid));
}

/** Makes the hold on a publisher one on each of their apps, which would be free of it under another owner. */
async function holdAppsOf(tx: Tx, uid: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${storeHolds} (id, decision_id, kind, reason, note, created_by_uid, created_at, subject, subject_id, review_at)
    SELECT gen_random_uuid()::text, h.decision_id, h.kind, h.reason, h.note, h.created_by_uid, h.created_at, 'app', a.id,
      h.review_at
    FROM ${storeHolds} h JOIN ${apps} a ON a.owner_uid = h.subject_id
    WHERE h.subject_id = ${uid} AND h.lifted_at IS NULL
    ON CONFLICT DO NOTHING`);
}
