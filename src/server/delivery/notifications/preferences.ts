import { eq, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import {
  INITIAL_PREFERENCES,
  type KindChannel,
  type NotificationPreferences,
  type StoredPreferences,
} from '#shared/notifications/preferences.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, orNull, type StatementValues } from '../../platform/db/statement.ts';
import { emailSuppressions } from '../../platform/db/tables/deliveries.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';

/** Returns a user's preferences, whether their address is confirmed, and the email suppression of their address, if any. */
const PREFERENCES = defineStatement(
  'notifications.getPreferences',
  ({ uid }: StatementValues<{ uid: string }>) => ({
    select: {
      settings: users.settings,
      isEmailConfirmed: sql<boolean>`EXISTS (SELECT FROM ${authUsers} WHERE ${authUsers.id} = ${users.uid} AND ${authUsers.emailVerified})`,
      since: orNull(emailSuppressions.since),
      reason: sql<string | null>`left(${emailSuppressions.reason}, 2000)`,
    },
    from: sql`
    FROM ${users} LEFT JOIN ${emailSuppressions} ON ${emailSuppressions.email} = lower(${users.email})
    WHERE ${users.uid} = ${uid}`,
  }),
);

/** `notifications.getPreferences`: returns the caller's preferences, created with all true if there are none. */
export const getPreferences: Handler<'notifications.getPreferences'> = async ({
  caller,
  context: { db },
}) => {
  const stored = await PREFERENCES.first(db, { uid: caller.uid });
  const known = { ...stored?.settings.notifications };
  const preferences = isComplete(known)
    ? { userId: caller.uid, ...known }
    : await changePreferences(db, caller.uid, {});
  return {
    preferences,
    isEmailConfirmed: stored?.isEmailConfirmed ?? false,
    emailPaused: stored?.since ? { since: stored.since.toISOString(), reason: stored.reason ?? '' } : null,
  };
};

/** `notifications.updatePreferences`: changes the given preferences. */
export const updatePreferences: Handler<'notifications.updatePreferences'> = async ({
  data: { muted, ...change },
  caller,
  context: { db },
}) => ({
  preferences: await changePreferences(db, caller.uid, {
    ...change,
    ...(muted && { muted: [...new Set(muted)] }),
  }),
});

/** `notifications.resumeEmail`: sends emails to the caller again after their mail server rejected one. */
export const resumeEmail: Handler<'notifications.resumeEmail'> = async ({ caller, context: { db } }) => {
  await db.delete(emailSuppressions).where(eq(emailSuppressions.email, caller.record.email.toLowerCase()));
  return {};
};

/** Turns off one kind on one channel for a user, if there is one. Repeating has no effect. */
export async function muteKind(db: Db, uid: string, kindChannel: KindChannel): Promise<void> {
  const muted = sql`coalesce(settings #> '{notifications,muted}', '[]')`;
  const added = JSON.stringify([kindChannel]);
  await db.execute(sql`
    UPDATE users SET settings = jsonb_set(settings, '{notifications,muted}', ${muted} || ${added}::jsonb)
    WHERE uid = ${uid} AND NOT ${muted} @> ${added}::jsonb`);
}

function isComplete(known: Partial<StoredPreferences>): known is StoredPreferences {
  return Object.keys(INITIAL_PREFERENCES).every((name) => name in known);
}

/**
 * Changes a user's preferences by one statement, which also stores missing ones; all are part of the user record, by
 * which recipients are selected. Throws `not-found`.
 */
async function changePreferences(
  db: Db,
  uid: string,
  change: Partial<StoredPreferences>,
): Promise<NotificationPreferences> {
  const [user] = await db
    .update(users)
    .set({
      settings: sql`jsonb_set(${users.settings}, '{notifications}',
        ${JSON.stringify(INITIAL_PREFERENCES)}::jsonb || (${users.settings}->'notifications') || ${JSON.stringify(change)}::jsonb)`,
    })
    .where(eq(users.uid, uid))
    .returning({ settings: users.settings });
  if (!user) throw callError('not-found', () => t`Your account no longer exists.`);
  return { userId: uid, ...INITIAL_PREFERENCES, ...user.settings.notifications };
}
