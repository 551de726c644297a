import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { presentApp } from '../apps/queries.ts';
import { recordAudit } from '../audit/record.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { Handler } from '../callable.ts';
import type { Tx } from '../db/open.ts';
import { appInvitations, appMembers } from '../db/publishing-tables.ts';
import { type AppRow, apps, users } from '../db/tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { notifyTransfer } from '../notifications/publishing.ts';
import { findInvitation, type InvitationRow } from './queries.ts';

/** `members.getInvitation`: what an invitation offers, and why the caller cannot accept it, if so. */
export const getInvitation: Handler<'members.getInvitation'> = async ({ data, caller, context }) => {
  const { db, clock } = context;
  const invitation = await findInvitation(db, data.token, clock());
  const [found] = await db
    .select({ name: apps.name, invitedByName: users.displayName })
    .from(apps)
    .leftJoin(users, eq(users.uid, invitation.invitedByUid))
    .where(eq(apps.id, invitation.appId));
  return {
    invitation: {
      appId: invitation.appId,
      appName: found?.name ?? '',
      email: invitation.email,
      role: invitation.role,
      invitedByName: found?.invitedByName ?? null,
      expiresAt: invitation.expiresAt.toISOString(),
    },
    whyNot: whyNotAccept(invitation, caller),
  };
};

/** `members.accept`: joins the app of an invitation, or takes it over; its link works once. */
export const acceptInvitation: Handler<'members.accept'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const now = context.clock();
    const known = await findInvitation(tx, data.token, now);
    const [app] = await tx.select().from(apps).where(eq(apps.id, known.appId)).for('update');
    const invitation = await findInvitation(tx, data.token, now);
    const reason = whyNotAccept(invitation, caller);
    if (reason) throw new CallError('failed-precondition', reason, { reason });
    await tx.delete(appInvitations).where(eq(appInvitations.id, invitation.id));
    const joined =
      invitation.role === 'publisher'
        ? await takeOver(tx, { app: app as AppRow, uid: caller.uid, now })
        : await join(tx, { app: app as AppRow, uid: caller.uid, role: invitation.role });
    return { app: await presentApp(tx, joined) };
  });

/** `members.decline`: ends an invitation, whose link stops working. */
export const declineInvitation: Handler<'members.decline'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const invitation = await findInvitation(tx, data.token, context.clock());
    requireAddressee(invitation, caller);
    await tx.delete(appInvitations).where(eq(appInvitations.id, invitation.id));
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'member.declined',
      appId: invitation.appId,
      details: { email: invitation.email, role: invitation.role },
    });
    return {};
  });

function requireAddressee(invitation: InvitationRow, caller: Caller): void {
  const reason = whyNotAddressee(invitation, caller);
  if (reason) throw new CallError('failed-precondition', reason, { reason });
}

function whyNotAddressee({ email }: InvitationRow, { record }: Caller): string | null {
  if (record.email.toLowerCase() === email) return null;
  return `This invitation is for ${email}. Sign in with that address, or ask for one to ${record.email}.`;
}

function whyNotAccept(invitation: InvitationRow, caller: Caller): string | null {
  const other = whyNotAddressee(invitation, caller);
  if (other) return other;
  if (invitation.role === 'viewer' || caller.role !== 'user') return null;
  return 'Only developers may work on an app. Ask to publish first: your profile says where you stand.';
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
  await recordAudit(tx, {
    actorUid: uid,
    event: 'member.joined',
    appId: app.id,
    subjectUid: uid,
    details: { role },
  });
  return app;
}

/** Makes somebody the publisher; the one before stays an owner. */
async function takeOver(tx: Tx, { app, uid, now }: Joining & { now: Date }): Promise<AppRow> {
  const [taken] = await tx
    .update(apps)
    .set({ ownerUid: uid, updatedAt: now })
    .where(eq(apps.id, app.id))
    .returning();
  await tx.delete(appMembers).where(and(eq(appMembers.appId, app.id), eq(appMembers.uid, uid)));
  await tx.insert(appMembers).values({ appId: app.id, uid: app.ownerUid, role: 'owner' });
  await recordAudit(tx, {
    actorUid: uid,
    event: 'app.transferred',
    appId: app.id,
    subjectUid: uid,
    details: { from: app.ownerUid, to: uid },
  });
  await notifyTransfer(tx, { app, to: app.ownerUid, now });
  await enqueue(tx, 'rebuild-feeds', {});
  return taken as AppRow;
}
