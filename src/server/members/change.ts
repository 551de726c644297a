import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { lockApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import type { Tx } from '../db/open.ts';
import { appInvitations, appMembers } from '../db/publishing-tables.ts';
import { type AppRow, users } from '../db/tables.ts';
import { listInvitations, listMembers } from './queries.ts';

/** `members.setRole`: gives a member another role. The publisher is an owner always. */
export const setMemberRole: Handler<'members.setRole'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'owner' });
    const before = await requireMember(tx, app, data.uid);
    if (before !== data.role) {
      if (data.role !== 'viewer') await requireDeveloper(tx, data.uid);
      await tx.update(appMembers).set({ role: data.role }).where(isMember(app.id, data.uid));
      await recordAudit(tx, {
        actorUid: caller.uid,
        event: 'member.role-changed',
        appId: app.id,
        subjectUid: data.uid,
        details: { from: before, to: data.role },
      });
    }
    return {
      members: await listMembers(tx, app),
      invitations: await listInvitations(tx, app.id, context.clock()),
    };
  });

/** `members.remove`: takes somebody off an app; everybody but the publisher may also leave by themselves. */
export const removeMember: Handler<'members.remove'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const isLeaving = data.uid === caller.uid;
    const app = await lockApp(tx, data.appId, { caller, role: isLeaving ? 'viewer' : 'owner' });
    const role = await requireMember(tx, app, data.uid);
    await tx.delete(appMembers).where(isMember(app.id, data.uid));
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: isLeaving ? 'member.left' : 'member.removed',
      appId: app.id,
      subjectUid: data.uid,
      details: { role },
    });
    return {};
  });

/** `members.revokeInvitation`: takes an invitation back; its link stops working. */
export const revokeInvitation: Handler<'members.revokeInvitation'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const [invitation] = await tx
      .select()
      .from(appInvitations)
      .where(eq(appInvitations.id, data.invitationId));
    if (!invitation) throw new CallError('not-found', 'There is no such invitation any more.');
    await lockApp(tx, invitation.appId, { caller, role: 'owner' });
    await tx.delete(appInvitations).where(eq(appInvitations.id, invitation.id));
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'member.invitation-revoked',
      appId: invitation.appId,
      details: { email: invitation.email, role: invitation.role },
    });
    return {};
  });

const isMember = (appId: string, uid: string) => and(eq(appMembers.appId, appId), eq(appMembers.uid, uid));

/** The role of a member who is not the publisher. Throws `not-found` or `failed-precondition`. */
async function requireMember(tx: Tx, app: AppRow, uid: string) {
  if (uid === app.ownerUid) {
    const reason = 'The publisher is an owner always. Hand the app over first: somebody else accepts it.';
    throw new CallError('failed-precondition', reason, { reason });
  }
  const [member] = await tx.select().from(appMembers).where(isMember(app.id, uid));
  if (!member) throw new CallError('not-found', 'This person does not work on the app.');
  return member.role;
}

async function requireDeveloper(tx: Tx, uid: string): Promise<void> {
  const [person] = await tx.select({ role: users.role }).from(users).where(eq(users.uid, uid));
  if (person?.role.trim().toLowerCase() !== 'user') return;
  const reason = 'This person is no developer yet, so they can only be a viewer.';
  throw new CallError('failed-precondition', reason, { reason });
}
