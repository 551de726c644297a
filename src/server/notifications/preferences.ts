import { eq, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { NotificationPreferences } from '#shared/notifications/preferences.ts';
import type { Handler } from '../callable.ts';
import { notificationPreferences, pausedAddresses } from '../db/notification-tables.ts';
import type { Tx } from '../db/open.ts';
import { users } from '../db/tables.ts';

/** `notifications.getPreferences`: the caller's own, created with all true when there are none. */
export const getPreferences: Handler<'notifications.getPreferences'> = async ({
  caller,
  context: { db },
}) => {
  const preferences = await db.transaction((tx) => readOrCreate(tx, caller.uid));
  const [paused] = await db
    .select()
    .from(pausedAddresses)
    .where(eq(pausedAddresses.email, caller.record.email.toLowerCase()));
  return {
    preferences,
    emailPaused: paused ? { since: paused.since.toISOString(), reason: paused.reason } : null,
  };
};

/**
 * `notifications.updatePreferences`: changes the fields that the caller names; the flags by which recipients are
 * selected, which live in the user record, in the same transaction.
 */
export const updatePreferences: Handler<'notifications.updatePreferences'> = async ({
  data,
  caller,
  context,
}) =>
  context.db.transaction(async (tx) => {
    const { uid } = caller;
    await readOrCreate(tx, uid);
    const { appUpdates, systemAnnouncements, ...columns } = data;
    const flags = JSON.stringify({ appUpdates, systemAnnouncements });
    if (flags !== '{}') {
      await tx
        .update(users)
        .set({
          settings: sql`jsonb_set(${users.settings}, '{notifications}', ${users.settings}->'notifications' || ${flags}::jsonb)`,
        })
        .where(eq(users.uid, uid));
    }
    if (Object.values(columns).some((value) => value !== undefined)) {
      const muted = columns.muted && [...new Set(columns.muted)];
      await tx
        .update(notificationPreferences)
        .set({ ...columns, muted })
        .where(eq(notificationPreferences.userId, uid));
    }
    return { preferences: await readOrCreate(tx, uid) };
  });

/** `notifications.resumeEmail`: sends mails to the caller again although their mail server refused one. */
export const resumeEmail: Handler<'notifications.resumeEmail'> = async ({ caller, context: { db } }) => {
  await db.delete(pausedAddresses).where(eq(pausedAddresses.email, caller.record.email.toLowerCase()));
  return {};
};

/** The preferences of specification section 3, from the two tables that hold them; the user's row stays locked. */
async function readOrCreate(tx: Tx, uid: string): Promise<NotificationPreferences> {
  const [user] = await tx
    .select({ settings: users.settings })
    .from(users)
    .where(eq(users.uid, uid))
    .for('update');
  if (!user) throw new CallError('not-found', 'Your account no longer exists.');
  await tx.insert(notificationPreferences).values({ userId: uid }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, uid));
  const { appUpdates, systemAnnouncements } = user.settings.notifications;
  return { ...(row as NonNullable<typeof row>), appUpdates, systemAnnouncements };
}
