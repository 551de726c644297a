import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { requestRotation } from '../../identity/rotation.ts';
import { findUser } from '../../identity/users.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { readTermsVersion } from '../../platform/legal/legal-texts.ts';
import { readSettings } from '../../platform/settings.ts';
import { presentUser } from './present.ts';
import { requestPublishing } from './publishing.ts';

/**
 * `users.completeOnboarding`: stores the user's name and accepted terms. A user who wants to publish becomes
 * a developer immediately or waits for an admin, depending on the store's policy. Calling it again has no
 * further effect.
 */
export const completeOnboarding: Handler<'users.completeOnboarding'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const before = await findUser(tx, caller.uid);
    if (!before) throw callError('not-found', () => t`Your account no longer exists.`);
    if (before.onboardingCompleted) return { user: await presentUser(tx, before) };

    const { publishing } = await readSettings(tx);
    const termsVersion = await readTermsVersion(tx);
    const now = context.clock();
    const { role } =
      data.intent === 'publish'
        ? await requestPublishing(tx, { person: before, policy: publishing, now })
        : before;
    const [after] = await tx
      .update(users)
      .set({
        displayName: data.displayName,
        developerName: data.developerName ?? before.developerName,
        developerType: data.developerType ?? before.developerType,
        intent: data.intent,
        termsVersion,
        termsAcceptedAt: now,
        role,
        onboardingCompleted: true,
        updatedAt: now,
      })
      .where(eq(users.uid, caller.uid))
      .returning();
    if (!after) throw callError('not-found', () => t`Your account no longer exists.`);
    if (role !== before.role) await requestRotation(tx, caller.uid);
    await emit(tx, {
      by: caller.uid,
      name: 'user.onboarded',
      uid: caller.uid,
      details: { intent: data.intent, termsVersion, role },
    });
    return { user: await presentUser(tx, after) };
  });
