import { eq, sql } from 'drizzle-orm';
import { storedFlags } from '#shared/notifications/preferences.ts';
import type { Tx } from '../platform/db/open.ts';
import { appMembers } from '../platform/db/tables/apps.ts';
import { authUsers } from '../platform/db/tables/identity.ts';
import { publishingRequests, users } from '../platform/db/tables/users.ts';

/**
 * Removes data from a record that someone else may have added before the owner of its address arrived: names,
 * picture, links, preferences, onboarding with its terms, publishing requests and memberships. A developer
 * becomes a user until they finish onboarding; an admin stays one. Returns the path of the picture file to
 * delete.
 */
export async function forgetStranger(tx: Tx, uid: string, now: Date): Promise<string | null> {
  await tx.delete(publishingRequests).where(eq(publishingRequests.uid, uid));
  await tx.delete(appMembers).where(eq(appMembers.uid, uid));
  await tx.update(authUsers).set({ name: '', image: null }).where(eq(authUsers.id, uid));
  const [before] = await tx.select({ photoURL: users.photoURL }).from(users).where(eq(users.uid, uid));
  await tx
    .update(users)
    .set({
      displayName: null,
      role: sql`CASE WHEN ${users.role} = 'admin' THEN 'admin' ELSE 'user' END`,
      photoURL: null,
      isVerified: false,
      settings: { notifications: storedFlags(true) },
      developerName: null,
      developerType: null,
      onboardingCompleted: false,
      intent: null,
      termsVersion: null,
      termsAcceptedAt: null,
      links: {},
      language: null,
      timeZone: null,
      density: null,
      updatedAt: now,
    })
    .where(eq(users.uid, uid));
  return before?.photoURL ?? null;
}
