import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { isAddressConfirmed } from '../../identity/confirmed-address.ts';
import type { Handler } from '../../identity/handler.ts';
import { requestRotation } from '../../identity/rotation.ts';
import { findUser } from '../../identity/users.ts';
import type { Tx } from '../../platform/db/open.ts';
import { publishingRequests, users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { presentUser } from './present.ts';
import { declinePublishing, forgetRequest } from './publishing.ts';

/**
 * `users.decidePublishing`: approves or rejects a publishing request and notifies the user. The first
 * decision counts.
 */
export const decidePublishing: Handler<'users.decidePublishing'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const person = await findUser(tx, data.uid);
    if (!person) throw callError('not-found', () => t`This user doesn’t exist.`);
    const [request] = await tx
      .select()
      .from(publishingRequests)
      .where(eq(publishingRequests.uid, data.uid))
      .for('update');
    if (request?.state !== 'waiting') {
      throw callError('failed-precondition', () => t`This person’s request was already decided.`, {
        reason: 'not-waiting',
      });
    }
    if (data.decision === 'approve') await requireConfirmed(tx, data.uid);
    const now = context.clock();
    if (data.decision === 'approve') {
      await tx.update(users).set({ role: 'developer', updatedAt: now }).where(eq(users.uid, data.uid));
      await forgetRequest(tx, data.uid);
      await requestRotation(tx, data.uid);
    } else {
      await declinePublishing(tx, data.uid, { reason: data.reason, now });
    }
    const concerns = { by: caller.uid, uid: data.uid };
    await emit(
      tx,
      data.decision === 'approve'
        ? { name: 'user.publishing-approved', ...concerns }
        : { name: 'user.publishing-declined', ...concerns, details: { reason: data.reason } },
    );
    const role = data.decision === 'approve' ? 'developer' : person.role;
    return { user: await presentUser(tx, { ...person, role, updatedAt: now }) };
  });

/** Throws while the address is unconfirmed, since it may be someone else's (`users.list` leaves it out). */
async function requireConfirmed(tx: Tx, uid: string): Promise<void> {
  if (await isAddressConfirmed(tx, uid)) return;
  throw callError(
    'failed-precondition',
    () => t`This person’s email isn’t confirmed. Confirm it first if you know that it’s theirs.`,
    { reason: 'email-not-confirmed' },
  );
}
