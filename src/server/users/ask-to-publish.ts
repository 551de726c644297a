import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { requestRotation } from '../auth/rotation.ts';
import type { Handler } from '../callable.ts';
import { users } from '../db/tables.ts';
import { readSettings } from '../settings/queries.ts';
import { presentUser } from './present.ts';
import { requestPublishing } from './publishing.ts';
import { findUser } from './queries.ts';

/** `users.askToPublish`: for who looked around first, or was refused and asks again. Twice is answered like once. */
export const askToPublish: Handler<'users.askToPublish'> = async ({ caller, context }) =>
  context.db.transaction(async (tx) => {
    const before = await findUser(tx, caller.uid);
    if (!before) throw new CallError('not-found', 'Your account no longer exists.');
    if (!before.onboardingCompleted) {
      throw new CallError('failed-precondition', 'Finish onboarding first.', { reason: 'onboarding' });
    }
    const { publishing: policy } = await readSettings(tx);
    if (policy === 'closed' && before.role === 'user') {
      throw new CallError('failed-precondition', 'This store takes no new publishers at present.', {
        reason: 'publishing-closed',
      });
    }
    const now = context.clock();
    const role = await requestPublishing(tx, { person: before, policy, now });
    if (role !== before.role) {
      await tx.update(users).set({ role, updatedAt: now }).where(eq(users.uid, caller.uid));
      await requestRotation(tx, caller.uid);
    }
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'user.asked-to-publish',
      subjectUid: caller.uid,
      details: { policy, role },
    });
    return { user: await presentUser(tx, { ...before, role }) };
  });
