import { and, eq, sql } from 'drizzle-orm';
import type { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { EMAIL_NOT_CONFIRMED } from '../../identity/confirmed-address.ts';
import { lockAccount } from '../../identity/credentials.ts';
import { confirmFirst } from '../../identity/first-confirmation.ts';
import type { Handler } from '../../identity/handler.ts';
import { requestRotation } from '../../identity/rotation.ts';
import { requireQuotas } from '../../people/quotas/require.ts';
import { measureApp } from '../../people/quotas/usage.ts';
import type { Tx } from '../../platform/db/open.ts';
import { defineStatement, orNull, type StatementValues } from '../../platform/db/statement.ts';
import { type AppRow, appInvitations, appMembers, apps } from '../../platform/db/tables/apps.ts';
import { accountDeletionRequests, users } from '../../platform/db/tables/users.ts';
import { denialOf, denied } from '../../platform/input/call-error.ts';
import { requireNotHeld } from '../lifecycle/holds.ts';
import { forgetRemoval } from '../lifecycle/removal-request.ts';
import { presentApp } from '../listings/present-app.ts';
import { settlePublisherName } from '../listings/settle.ts';
import { findInvitation, type InvitationRow } from './queries.ts';

interface InvitedValues {
  readonly appId: string;
  readonly invitedByUid: string;
}

const INVITED_TO = defineStatement(
  'members.getInvitation',
  ({ appId, invitedByUid }: StatementValues<InvitedValues>) => ({
    select: { name: apps.name, invitedByName: orNull(users.displayName) },
    from: sql`
      FROM ${apps} LEFT JOIN ${users} ON ${users.uid} = ${invitedByUid} WHERE ${apps.id} = ${appId}`,
  }),
);

/** `members.getInvitation`: returns an invitation, and the reason when the caller can't accept it. */
export const getInvitation: Handler<'members.getInvitation'> = async ({ data, caller, context }) => {
  const { db, clock } = context;
  const invitation = await findInvitation(db, data.token, clock());
  const found = await INVITED_TO.first(db, {
    appId: invitation.appId,
    invitedByUid: invitation.invitedByUid,
  });
  const denial = acceptDenial(invitation, caller);
  return {
    invitation: {
      appId: invitation.appId,
      appName: found?.name ?? '',
      email: invitation.email,
      role: invitation.role,
      invitedByName: found?.invitedByName ?? null,
      expiresAt: invitation.expiresAt.toISOString(),
    },
    ...(denial ? denialOf(denial) : { denialReason: null }),
  };
};

/** `members.accept`: joins an app by an invitation, or becomes its publisher. Each link works once. */
export const acceptInvitation: Handler<'members.accept'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const now = context.clock();
    const known = await findInvitation(tx, data.token, now);
    const [app] = await tx.select().from(apps).where(eq(apps.id, known.appId)).for('update');
    const invitation = await findInvitation(tx, data.token, now);
    const denial = acceptDenial(invitation, caller);
    if (denial) throw denial;
    if (!caller.emailConfirmed) await confirmAddressee(tx, caller, now);
    await tx.delete(appInvitations).where(eq(appInvitations.id, invitation.id));
    const joined =
      invitation.role === 'publisher'
        ? await takeOver(tx, { app: app as AppRow, uid: caller.uid, now })
        : await join(tx, { app: app as AppRow, uid: caller.uid, role: invitation.role });
    return { app: await presentApp(tx, joined) };
  });

/** `members.decline`: declines an invitation, so that its link stops working. */
export const declineInvitation: Handler<'members.decline'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const invitation = await findInvitation(tx, data.token, context.clock());
    requireAddressee(invitation, caller);
    await tx.delete(appInvitations).where(eq(appInvitations.id, invitation.id));
    await emit(tx, {
      by: caller.uid,
      name: 'member.declined',
      appId: invitation.appId,
      details: { email: invitation.email, role: invitation.role },
    });
    return {};
  });

function requireAddressee(invitation: InvitationRow, caller: Caller): void {
  const denial = addresseeDenial(invitation, caller);
  if (denial) throw denial;
}

/** Confirms the address of a user by the link in an email to it, like a confirmation email. */
async function confirmAddressee(tx: Tx, caller: Caller, now: Date): Promise<void> {
  const { uid } = caller;
  const keptSessionId = caller.via === 'session' ? caller.sessionId : undefined;
  const account = await lockAccount(tx, uid);
  if (!account || account.emailVerified) return;
  const removed = await confirmFirst(tx, { uid, keptSessionId, now });
  await requestRotation(tx, uid);
  await emit(tx, { by: uid, name: 'user.email-confirmed', uid, details: { removed } });
}

/**
 * Returns the error when an invitation isn’t for this caller. The address must be confirmed, because anyone can claim
 * one; a link that came by email to it does so.
 */
function addresseeDenial(
  { email, isEmailed }: InvitationRow,
  { record, emailConfirmed }: Caller,
): CallError | null {
  if (record.email.toLowerCase() === email) {
    return emailConfirmed || isEmailed
      ? null
      : denied(EMAIL_NOT_CONFIRMED, { reason: 'email-not-confirmed' });
  }
  return denied(
    () =>
      t`This invitation is for ${email}. Sign in with that email, or ask for an invitation to ${record.email}.`,
    { reason: 'other-recipient' },
  );
}

function acceptDenial(invitation: InvitationRow, caller: Caller): CallError | null {
  const other = addresseeDenial(invitation, caller);
  if (other) return other;
  if (invitation.role === 'viewer' || caller.role !== 'user') return null;
  return denied(
    () => t`Only developers can work on an app. Ask to publish first; see your profile for your status.`,
    { reason: 'not-developer' },
  );
}

interface Joining {
  readonly app: AppRow;
  readonly uid: string;
}

async function join(
  tx: Tx,
  { app, uid, role }: Joining & { role: typeof appMembers.$inferInsert.role },
): Promise<AppRow> {
  await tx.insert(appMembers).values({ appId: app.id, uid, role }).onConflictDoNothing();
  await emit(tx, {
    by: uid,
    name: 'member.joined',
    appId: app.id,
    uid,
    details: { role },
  });
  return app;
}

/** Makes a user the publisher; the previous publisher stays an owner. */
async function takeOver(tx: Tx, { app, uid, now }: Joining & { now: Date }): Promise<AppRow> {
  // Another publisher would not be held.
  await requireNotHeld(tx, { version: null, app });
  const [leaving] = await tx
    .select({ uid: accountDeletionRequests.uid })
    .from(accountDeletionRequests)
    .where(and(eq(accountDeletionRequests.uid, uid), eq(accountDeletionRequests.state, 'pending')));
  if (leaving) {
    throw denied(
      () => t`Your account is going to be deleted. Keep it in your settings before you take over an app.`,
      { reason: 'account-leaving' },
    );
  }
  await requireQuotas(tx, [{ uid, adding: await measureApp(tx, app), isOwn: true }], now);
  const [taken] = await tx
    .update(apps)
    .set({ ownerUid: uid, updatedAt: now })
    .where(eq(apps.id, app.id))
    .returning();
  await tx.delete(appMembers).where(and(eq(appMembers.appId, app.id), eq(appMembers.uid, uid)));
  await tx.insert(appMembers).values({ appId: app.id, uid: app.ownerUid, role: 'owner' });
  await emit(tx, {
    by: uid,
    name: 'app.transferred',
    appId: app.id,
    uid,
    details: { from: app.ownerUid, to: uid },
  });
  // Only the new publisher decides whether the app goes.
  await forgetRemoval(tx, app.id);
  // Apps are listed under their publisher's name, which changes now.
  await settlePublisherName(tx, app.id, { uid, now });
  return taken as AppRow;
}
