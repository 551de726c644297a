import { eq } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { requestRotation } from '../auth/rotation.ts';
import type { Handler } from '../callable.ts';
import { publishingRequests } from '../db/account-tables.ts';
import type { Tx } from '../db/open.ts';
import { users } from '../db/tables.ts';
import { tellPerson } from '../notifications/tell.ts';
import { readSettings } from '../settings/queries.ts';
import { presentUser } from './present.ts';
import { forgetRequest } from './publishing.ts';
import { findUser } from './queries.ts';

/** `users.decidePublishing`: lets a person who waits publish, or not, and notifies them. The first decision stands. */
export const decidePublishing: Handler<'users.decidePublishing'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const person = await findUser(tx, data.uid);
    if (!person) throw new CallError('not-found', 'There is no such person.');
    const [request] = await tx
      .select()
      .from(publishingRequests)
      .where(eq(publishingRequests.uid, data.uid))
      .for('update');
    if (request?.state !== 'waiting') {
      throw new CallError('failed-precondition', 'This person does not wait for a decision any more.', {
        reason: 'not-waiting',
      });
    }
    const now = context.clock();
    if (data.decision === 'approve') {
      await tx.update(users).set({ role: 'developer', updatedAt: now }).where(eq(users.uid, data.uid));
      await forgetRequest(tx, data.uid);
      await requestRotation(tx, data.uid);
    } else {
      await tx
        .update(publishingRequests)
        .set({ state: 'refused', decidedAt: now, reason: data.reason })
        .where(eq(publishingRequests.uid, data.uid));
    }
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: data.decision === 'approve' ? 'user.publishing-approved' : 'user.publishing-refused',
      subjectUid: data.uid,
      details: data.decision === 'approve' ? {} : { reason: data.reason },
    });
    await notifyDecision(tx, data, now);
    const role = data.decision === 'approve' ? 'developer' : person.role;
    return { user: await presentUser(tx, { ...person, role, updatedAt: now }) };
  });

async function notifyDecision(tx: Tx, data: CallData<'users.decidePublishing'>, now: Date): Promise<void> {
  const { storeName } = await readSettings(tx);
  const words =
    data.decision === 'approve'
      ? {
          title: 'You can publish now',
          message: `${storeName} has approved your request to publish. Create your first app.`,
        }
      : {
          title: 'Your request to publish was refused',
          message: `${storeName} has refused your request to publish: ${data.reason}`,
        };
  await tellPerson(tx, { kind: 'security', type: 'system_message', ...words }, { uid: data.uid, now });
}
