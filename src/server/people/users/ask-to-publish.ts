import { eq } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { requireConfirmedAddress } from '../../identity/confirmed-address.ts';
import type { Handler } from '../../identity/handler.ts';
import { countPublishingRequest } from '../../identity/message-limits.ts';
import { requestRotation } from '../../identity/rotation.ts';
import { findUser, type UserRow } from '../../identity/users.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { readSettings } from '../../platform/settings.ts';
import { presentUser } from './present.ts';
import { requestPublishing } from './publishing.ts';

/**
 * `users.askToPublish`: requests to publish after onboarding or a rejection. Calling it again has no further
 * effect.
 */
export const askToPublish: Handler<'users.askToPublish'> = async ({ data, caller, context }) => {
  await countPublishingRequest(context, caller.uid);
  return context.db.transaction(async (tx) => {
    const before = await findUser(tx, caller.uid);
    if (!before) throw callError('not-found', () => t`Your account no longer exists.`);
    if (!before.onboardingCompleted) {
      throw callError('failed-precondition', () => t`Finish onboarding first.`, { reason: 'onboarding' });
    }
    await requireConfirmedAddress(tx, caller.uid);
    const { publishing: policy } = await readSettings(tx);
    if (policy === 'closed' && before.role === 'user') {
      throw callError('failed-precondition', () => t`This store isn’t accepting new publishers.`, {
        reason: 'publishing-closed',
      });
    }
    const named = withPublisherName(before, data);
    const now = context.clock();
    const { role, isChange } = await requestPublishing(tx, { person: named, policy, now });
    if (!isChange) return { user: await presentUser(tx, before) };
    const { developerName, developerType } = named;
    await tx
      .update(users)
      .set({ role, developerName, developerType, updatedAt: now })
      .where(eq(users.uid, caller.uid));
    if (role !== before.role) await requestRotation(tx, caller.uid);
    await emit(tx, {
      by: caller.uid,
      name: 'user.asked-to-publish',
      uid: caller.uid,
      details: { policy, role },
    });
    return { user: await presentUser(tx, { ...named, role }) };
  });
};

/** Returns a user with the name that they publish under: their own, or the given one where they have none yet. */
function withPublisherName(
  user: UserRow,
  { developerName, developerType = 'individual' }: CallData<'users.askToPublish'>,
): UserRow {
  if (user.developerName !== null) return user;
  if (developerName === undefined)
    throw invalidField('developerName', () => t`Enter a developer name, which is shown with your apps.`);
  return { ...user, developerName, developerType };
}
