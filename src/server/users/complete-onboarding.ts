import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { normaliseRole } from '#shared/users/role.ts';
import { recordAudit } from '../audit/record.ts';
import { requestRotation } from '../auth/rotation.ts';
import type { Handler } from '../callable.ts';
import { users } from '../db/tables.ts';
import { readSettings } from '../settings/queries.ts';
import { presentUser } from './present.ts';
import { requestPublishing } from './publishing.ts';
import { findUser } from './queries.ts';

/**
 * `users.completeOnboarding`: stores who the person is and which terms they accepted when.
 * Who wants to publish becomes a developer at once, or waits for an admin, as the store's policy says.
 * Twice is answered like once.
 */
export const completeOnboarding: Handler<'users.completeOnboarding'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const before = await findUser(tx, caller.uid);
    if (!before) throw new CallError('not-found', 'Your account no longer exists.');
    if (before.onboardingCompleted) return { user: await presentUser(tx, before) };

    const settings = await readSettings(tx);
    const now = context.clock();
    const role =
      data.intent === 'publish'
        ? await requestPublishing(tx, { person: before, policy: settings.publishing, now })
        : before.role;
    const [after] = await tx
      .update(users)
      .set({
        displayName: data.displayName,
        developerName: data.developerName,
        developerType: data.developerType,
        intent: data.intent,
        termsVersion: settings.terms.version,
        termsAcceptedAt: now,
        role,
        onboardingCompleted: true,
        updatedAt: now,
      })
      .where(eq(users.uid, caller.uid))
      .returning();
    if (!after) throw new CallError('not-found', 'Your account no longer exists.');
    if (role !== before.role) await requestRotation(tx, caller.uid);
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'user.onboarded',
      subjectUid: caller.uid,
      details: { intent: data.intent, termsVersion: settings.terms.version, role: after.role },
    });
    return { user: await presentUser(tx, { ...after, role: normaliseRole(after.role) }) };
  });
