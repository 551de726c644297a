import { and, eq, gt } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Invitation, Member } from '#shared/members/calls.ts';
import { hashSecret } from '../auth/callers.ts';
import type { Db, Tx } from '../db/open.ts';
import { appInvitations, appMembers } from '../db/publishing-tables.ts';
import { type AppRow, users } from '../db/tables.ts';

export type InvitationRow = typeof appInvitations.$inferSelect;

/** Everybody who works on an app, its publisher first. */
export async function listMembers(db: Db | Tx, app: AppRow): Promise<Member[]> {
  const publisher = await db.select().from(users).where(eq(users.uid, app.ownerUid));
  const others = await db
    .select({ member: appMembers, user: users })
    .from(appMembers)
    .innerJoin(users, eq(users.uid, appMembers.uid))
    .where(eq(appMembers.appId, app.id))
    .orderBy(users.displayName, users.uid);
  const present = ({ uid, displayName, email }: typeof users.$inferSelect) => ({
    uid,
    name: displayName,
    email,
  });
  return [
    ...publisher.map((user) => ({
      ...present(user),
      role: 'owner' as const,
      isPublisher: true,
      since: app.createdAt.toISOString(),
    })),
    ...others.map(({ member, user }) => ({
      ...present(user),
      role: member.role,
      isPublisher: false,
      since: member.createdAt.toISOString(),
    })),
  ];
}

/** The invitations to an app that can still be accepted, newest last. */
export async function listInvitations(db: Db | Tx, appId: string, now: Date): Promise<Invitation[]> {
  const rows = await db
    .select()
    .from(appInvitations)
    .where(and(eq(appInvitations.appId, appId), gt(appInvitations.expiresAt, now)))
    .orderBy(appInvitations.createdAt);
  return rows.map(presentInvitation);
}

/** An invitation as calls answer with it: without its secret. */
export function presentInvitation({ id, email, role, createdAt, expiresAt }: InvitationRow): Invitation {
  return { id, email, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

/** The invitation of a link; throws `not-found` when it was accepted, revoked or has expired. */
export async function findInvitation(db: Db | Tx, token: string, now: Date): Promise<InvitationRow> {
  const [row] = await db
    .select()
    .from(appInvitations)
    .where(and(eq(appInvitations.tokenHash, hashSecret(token)), gt(appInvitations.expiresAt, now)));
  if (row) return row;
  throw new CallError(
    'not-found',
    'This invitation was used or taken back, or has expired. Ask an owner of the app for a new one.',
  );
}
