import { getTableColumns, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { Invitation, Member } from '#shared/members/calls.ts';
import type { MemberRole } from '#shared/members/member.ts';
import { hashSecret } from '../../identity/principals.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { type AppRow, appInvitations, appMembers, apps } from '../../platform/db/tables/apps.ts';
import { users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';

export type InvitationRow = typeof appInvitations.$inferSelect;

/** The publisher, who is an owner always, and the members of an app. */
const MEMBERS = defineStatement('members.list', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: {
    uid: users.uid,
    name: users.displayName,
    email: users.email,
    role: sql<MemberRole>`m.role`,
    isPublisher: sql<boolean>`m.is_publisher`,
    since: sql<Date>`m.since`,
  },
  from: sql`
    FROM (
      SELECT ${apps.ownerUid} AS uid, 'owner' AS role, true AS is_publisher, ${apps.createdAt} AS since
      FROM ${apps} WHERE ${apps.id} = ${appId}
      UNION ALL
      SELECT ${appMembers.uid}, ${appMembers.role}, false, ${appMembers.createdAt}
      FROM ${appMembers} WHERE ${appMembers.appId} = ${appId}
    ) m JOIN ${users} ON ${users.uid} = m.uid
    ORDER BY m.is_publisher DESC, ${users.displayName}, ${users.uid}`,
}));

/** Returns the members of an app, publisher first. */
export async function listMembers(db: Db | Tx, app: Pick<AppRow, 'id'>): Promise<Member[]> {
  const rows = await MEMBERS.all(db, { appId: app.id });
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

interface InvitationValues {
  readonly appId: string;
  readonly now: string;
}

const shownColumns = {
  id: appInvitations.id,
  email: appInvitations.email,
  role: appInvitations.role,
  createdAt: appInvitations.createdAt,
  expiresAt: appInvitations.expiresAt,
};

const INVITATIONS = defineStatement(
  'members.list:invitations',
  ({ appId, now }: StatementValues<InvitationValues>) => ({
    select: shownColumns,
    from: sql`
      FROM ${appInvitations} WHERE ${appInvitations.appId} = ${appId} AND ${appInvitations.expiresAt} > ${now}::timestamptz
      ORDER BY ${appInvitations.createdAt}`,
  }),
);

/** Returns the open invitations to an app, oldest first. */
export async function listInvitations(db: Db | Tx, appId: string, now: Date): Promise<Invitation[]> {
  return (await INVITATIONS.all(db, { appId, now: now.toISOString() })).map(presentInvitation);
}

/** Converts an invitation to the shape of the API, without its secret. */
export function presentInvitation({
  createdAt,
  expiresAt,
  ...row
}: Pick<InvitationRow, keyof Invitation>): Invitation {
  const { id, email, role } = row;
  return { id, email, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

interface LinkValues {
  readonly tokenHash: string;
  readonly now: string;
}

const INVITATION = defineStatement('invitation', ({ tokenHash, now }: StatementValues<LinkValues>) => ({
  select: getTableColumns(appInvitations),
  from: sql`
    FROM ${appInvitations}
    WHERE ${appInvitations.tokenHash} = ${tokenHash} AND ${appInvitations.expiresAt} > ${now}::timestamptz`,
}));

/** Returns the invitation of a link. Throws `not-found` once it is accepted, revoked or expired. */
export async function findInvitation(db: Db | Tx, token: string, now: Date): Promise<InvitationRow> {
  const row = await INVITATION.first(db, { tokenHash: hashSecret(token), now: now.toISOString() });
  if (row) return row;
  throw callError(
    'not-found',
    () => t`This invitation was used or revoked, or has expired. Ask an owner of the app for a new one.`,
    { reason: 'invitation-gone' },
  );
}
