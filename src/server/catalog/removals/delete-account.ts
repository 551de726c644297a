import { type AnyColumn, and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { describeObstacle } from '#shared/account/obstacles.ts';
import { t } from '#shared/languages/translate.ts';
import { DETAILS } from '#shared/listings/field-records.ts';
import { fieldsWith } from '#shared/listings/fields.ts';
import { storedFlags } from '#shared/notifications/preferences.ts';
import { emit } from '../../events/emit.ts';
import { accountDeletedEmail } from '../../identity/emails/account-deleted.ts';
import type { Handler } from '../../identity/handler.ts';
import { countActiveAdmins, DELETED_OWNER, findUser, type UserRow } from '../../identity/users.ts';
import { previewDeletion } from '../../people/account/deletion.ts';
import { exportKey, findExport } from '../../people/account/exports.ts';
import { eraseUser } from '../../people/audit/erase.ts';
import type { Context } from '../../platform/context.ts';
import { allowLongTransaction, type Tx } from '../../platform/db/open.ts';
import { appInvitations, appRemovalRequests, apps } from '../../platform/db/tables/apps.ts';
import { emailSuppressions, outbox } from '../../platform/db/tables/deliveries.ts';
import { ownerDownloads } from '../../platform/db/tables/downloads.ts';
import { storeHolds } from '../../platform/db/tables/holds.ts';
import { authUsers, authVerifications } from '../../platform/db/tables/identity.ts';
import { appMarks } from '../../platform/db/tables/lookalikes.ts';
import { isOpenReview, reviews, testCredentials } from '../../platform/db/tables/reviews.ts';
import { userInvitations, users } from '../../platform/db/tables/users.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { callError } from '../../platform/input/call-error.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { queueWrittenEmail } from '../../platform/queue/queue-email.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { lockVersion } from '../versions/queries.ts';

/**
 * `account.delete`: deletes the caller's account and its data permanently. The audit log keeps their actions
 * under an id that no longer resolves, without what it said about them; removed apps stay on record without their publisher.
 */
export const deleteAccount: Handler<'account.delete'> = async ({ data, caller, context }) => {
  if (data.email.toLowerCase() !== caller.record.email.toLowerCase()) {
    throw invalidField('email', () => t`This isn’t your account’s email.`);
  }
  await context.jobs.db.transaction(async (tx) => {
    // A million notifications may be deleted with the account.
    await allowLongTransaction(tx);
    await lockClaimedApps(tx, caller.uid);
    const person = await findUser(tx, caller.uid);
    // Locks the admins, so that the last two can't leave at once.
    if (caller.role === 'admin') await countActiveAdmins(tx);
    const { obstacles, apps: owned } = await previewDeletion(tx, caller, context.clock());
    const [obstacle] = obstacles;
    if (obstacle) {
      throw callError(
        'failed-precondition',
        () => obstacles.map(({ reason }) => describeObstacle(reason, owned)).join(' '),
        {
          reason: obstacle.reason,
          apps: owned,
        },
      );
    }
    if (person) await eraseAccount(tx, context, { person, event: 'user.deleted', actorUid: caller.uid });
  });
  return {};
};

/** Locks the apps whose reviews a user claimed, before the account, as everything that changes both does. */
export async function lockClaimedApps(tx: Tx, uid: string): Promise<void> {
  const claimed = tx.select({ appId: reviews.appId }).from(reviews).where(isClaimedBy(uid));
  await tx.select({ id: apps.id }).from(apps).where(inArray(apps.id, claimed)).orderBy(apps.id).for('update');
}

function isClaimedBy(uid: string): SQL | undefined {
  return and(isOpenReview, eq(reviews.reviewerUid, uid));
}

interface Erasure {
  /** The account, whose apps are all removed. It is locked, and before it what `lockClaimedApps` locks. */
  readonly person: UserRow;
  readonly event: 'user.deleted' | 'user.deleted-on-request';
  /** Null where the store itself carries out a request. */
  readonly actorUid: string | null;
}

/** Returns what a user claimed to the review queue, deletes their account and its data, and hands their removed apps to nobody. */
export async function eraseAccount(
  tx: Tx,
  context: Context,
  { person, event, actorUid }: Erasure,
): Promise<void> {
  const { uid, email } = person;
  const exported = await findExport(context, uid);
  await unclaimAll(tx, uid);
  await leaveApps(tx, uid, context.clock());
  await eraseUser(tx, { uid, email });
  await emit(tx, { by: actorUid, name: event, uid });
  await forgetAddress(tx, { uid, email: email.toLowerCase() });
  // Those of apps that were handed over are zero, and say nothing any more.
  await tx.delete(ownerDownloads).where(eq(ownerDownloads.ownerUid, uid));
  await tx.delete(authUsers).where(eq(authUsers.id, uid));
  const keys = [person.photoURL ?? [], exported ? exportKey(exported.id) : []].flat();
  if (keys.length > 0) await enqueue(tx, { name: 'remove-files', payload: { keys } });
  await queueWrittenEmail(tx, context, (storeName) => accountDeletedEmail({ to: email, storeName }));
}

async function unclaimAll(tx: Tx, uid: string): Promise<void> {
  const claims = await tx
    .select({ versionId: reviews.versionId })
    .from(reviews)
    .where(isClaimedBy(uid))
    .orderBy(reviews.versionId);
  for (const { versionId } of claims) {
    const { version } = await lockVersion(tx, versionId);
    if (version.status !== 'in_review') continue;
    await changeVersion(tx, version, {
      action: 'unclaim',
      by: { actor: 'admin', uid },
      review: { reviewerUid: null, claimedAt: null },
      details: { claimedBy: uid },
    });
  }
}

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
  await tx.delete(appRemovalRequests).where(eq(appRemovalRequests.requestedByUid, uid));
  if ((await tx.$count(apps, eq(apps.ownerUid, uid))) === 0) return;
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
