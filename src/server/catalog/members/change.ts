import { and, eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { lockApp, notFound } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, appInvitations, appMembers } from '../../platform/db/tables/apps.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError, denied } from '../../platform/input/call-error.ts';
import { listInvitations, listMembers } from './queries.ts';

/** `members.setRole`: changes a member's role. The publisher is always an owner. */
export const setMemberRole: Handler<'members.setRole'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'owner' });
    const before = await requireMember(tx, app, data.uid);
    if (before !== data.role) {
      if (data.role !== 'viewer') await requireDeveloper(tx, data.uid);
      await tx.update(appMembers).set({ role: data.role }).where(isMember(app.id, data.uid));
      await emit(tx, {
        by: caller.uid,
        name: 'member.role-changed',
        appId: app.id,
        uid: data.uid,
        details: { from: before, to: data.role },
      });
    }
    return {
      members: await listMembers(tx, app),
      invitations: await listInvitations(tx, app.id, context.clock()),
    };
  });

/** `members.remove`: removes a member from an app. Members other than the publisher can also leave. */
export const removeMember: Handler<'members.remove'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const isLeaving = data.uid === caller.uid;
    const app = await lockApp(tx, data.appId, { caller, role: isLeaving ? 'viewer' : 'owner' });
    const role = await requireMember(tx, app, data.uid);
    await tx.delete(appMembers).where(isMember(app.id, data.uid));
    await emit(tx, {
      by: caller.uid,
      name: isLeaving ? 'member.left' : 'member.removed',
      appId: app.id,
      uid: data.uid,
      details: { role },
    });
    return {};
  });

/** `members.revokeInvitation`: revokes an invitation, so that its link stops working. */
export const revokeInvitation: Handler<'members.revokeInvitation'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const [invitation] = await tx
      .select()
      .from(appInvitations)
      .where(eq(appInvitations.id, data.invitationId));
    if (!invitation) throw notFound();
    await lockApp(tx, invitation.appId, { caller, role: 'owner' });
    await tx.delete(appInvitations).where(eq(appInvitations.id, invitation.id));
    await emit(tx, {
      by: caller.uid,
      name: 'member.invitation-revoked',
      appId: invitation.appId,
      details: { email: invitation.email, role: invitation.role },
    });
    return {};
  });

const isMember = (appId: string, uid: string) => and(eq(appMembers.appId, appId), eq(appMembers.uid, uid));

/** Returns the role of a member who isn't the publisher. Throws `not-found` or `failed-precondition`. */
async function requireMember(tx: Tx, app: AppRow, uid: string) {
  if (uid === app.ownerUid) {
    throw denied(() => t`The publisher is always an owner. Transfer the app before changing this role.`, {
      reason: 'publisher-role',
    });
  }
  const [member] = await tx.select().from(appMembers).where(isMember(app.id, uid));
  if (!member) throw callError('not-found', () => t`This person doesn’t work on the app.`);
  return member.role;
}

async function requireDeveloper(tx: Tx, uid: string): Promise<void> {
  const [person] = await tx.select({ role: users.role }).from(users).where(eq(users.uid, uid));
  if (person?.role.trim().toLowerCase() !== 'user') return;
  throw denied(() => t`This person isn’t a developer yet, so they can only be a viewer.`, {
    reason: 'not-developer',
  });
}
