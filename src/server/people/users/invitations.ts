import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { MAX_LIST_ENTRIES } from '#shared/bounded.ts';
import type { CallResult } from '#shared/calls.ts';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { INVITATION_DAYS } from '#shared/users/invitation-calls.ts';
import { emit } from '../../events/emit.ts';
import { createAccount } from '../../identity/create-account.ts';
import type { Handler } from '../../identity/handler.ts';
import { countInvitation } from '../../identity/message-limits.ts';
import { hashPassword } from '../../identity/password.ts';
import { requireAcceptablePassword } from '../../identity/password-policy.ts';
import { hashSecret } from '../../identity/principals.ts';
import { createUserRecord } from '../../identity/users.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, orNull, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import { authUsers } from '../../platform/db/tables/identity.ts';
import { userInvitations, users } from '../../platform/db/tables/users.ts';
import { callError } from '../../platform/input/call-error.ts';
import { canSendEmail } from '../../platform/mail/mail-configuration.ts';
import { queueEmail } from '../../platform/queue/queue-email.ts';
import { readSettings } from '../../platform/settings.ts';
import { userInvitationEmail } from './invitation-email.ts';

const LIFETIME_MS = INVITATION_DAYS * 86_400_000;

const shownColumns = {
  id: userInvitations.id,
  email: userInvitations.email,
  role: userInvitations.role,
  isEmailed: userInvitations.isEmailed,
  invitedByName: orNull(users.displayName),
  createdAt: userInvitations.createdAt,
  expiresAt: userInvitations.expiresAt,
};

/** An invitation counts only while the admin who sent it is one. */
const joinInviter = sql`
  JOIN ${users} ON ${users.uid} = ${userInvitations.invitedByUid}
    AND ${users.role} = 'admin' AND ${users.suspendedAt} IS NULL`;

const INVITATIONS = defineStatement('users.listInvitations', ({ now }: StatementValues<{ now: string }>) => ({
  select: shownColumns,
  from: sql`
    FROM ${userInvitations} ${joinInviter}
    WHERE ${userInvitations.expiresAt} > ${now}::timestamptz
    ORDER BY ${userInvitations.createdAt} DESC, ${userInvitations.id} LIMIT ${sql.raw(String(MAX_LIST_ENTRIES))}`,
}));

const INVITATION = defineStatement(
  'users.getInvitation',
  ({ tokenHash, now }: StatementValues<{ tokenHash: string; now: string }>) => ({
    select: shownColumns,
    from: sql`
      FROM ${userInvitations} ${joinInviter}
      WHERE ${userInvitations.tokenHash} = ${tokenHash} AND ${userInvitations.expiresAt} > ${now}::timestamptz`,
  }),
);

type ShownInvitation = RowOf<typeof shownColumns>;

/**
 * `users.invite`: invites someone to the store with a role, by email or by a link that the admin passes on. Inviting an
 * address again replaces the earlier invitation, whose link stops working.
 */
export const inviteUser: Handler<'users.invite'> = async ({ data, caller, context }) => {
  const { role, by } = data;
  const email = data.email.toLowerCase();
  const token = randomBytes(24).toString('base64url');
  const link = `${context.config.publicUrl}login?mode=join&token=${token}`;
  if (by === 'email' && !(await canSendEmail(context))) {
    throw callError('failed-precondition', () => t`This store sends no email. Create a link instead.`, {
      reason: 'no-mail-server',
    });
  }
  await requireNewcomer(context.db, email);
  await countInvitation(context, caller.uid, email);
  const now = context.clock();
  const invitation = {
    id: randomUUID(),
    email,
    role,
    tokenHash: hashSecret(token),
    isEmailed: by === 'email',
    invitedByUid: caller.uid,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  };
  const invitedByName = caller.record.displayName;
  await context.db.transaction(async (tx) => {
    await tx
      .insert(userInvitations)
      .values(invitation)
      .onConflictDoUpdate({ target: userInvitations.email, set: invitation });
    await emit(tx, { by: caller.uid, name: 'user.invited', details: { email, role, link: by } });
    if (by === 'link') return;
    const { storeName } = await readSettings(tx);
    const { to, ...message } = userInvitationEmail({
      to: email,
      url: link,
      role,
      invitedBy: invitedByName ?? caller.record.email,
      storeName,
    });
    await queueEmail(tx, context, {
      recipient: to,
      content: { template: 'written', email: message },
      cause: caller.uid,
    });
  });
  return { invitation: present({ ...invitation, invitedByName }), link: by === 'link' ? link : null };
};

/** `users.listInvitations`: returns the open invitations to the store, newest first. */
export const listUserInvitations: Handler<'users.listInvitations'> = async ({ context }) => ({
  invitations: (await INVITATIONS.all(context.db, { now: context.clock().toISOString() })).map(present),
});

/** `users.revokeInvitation`: revokes an invitation to the store, so that its link stops working. */
export const revokeUserInvitation: Handler<'users.revokeInvitation'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const [revoked] = await tx
      .delete(userInvitations)
      .where(eq(userInvitations.id, data.invitationId))
      .returning();
    if (!revoked) throw callError('not-found', () => t`This invitation was already used or revoked.`);
    const { email, role } = revoked;
    await emit(tx, { by: caller.uid, name: 'user.invitation-revoked', details: { email, role } });
    return {};
  });

/** `users.getInvitation`: returns the invitation of a link. */
export const getUserInvitation: Handler<'users.getInvitation'> = async ({ data, context }) => {
  const { email, role, invitedByName, expiresAt } = present(
    await findInvitation(context.db, data.token, context.clock()),
  );
  return { invitation: { email, role, invitedByName, expiresAt } };
};

/**
 * `users.acceptInvitation`: creates the account of an invitation, with its role. Its address counts as confirmed, because
 * the link came by an email to it, or an admin passed it on to its owner.
 */
export const acceptUserInvitation: Handler<'users.acceptInvitation'> = async ({ data, context }) => {
  const { token, displayName, password } = data;
  const { email } = await findInvitation(context.db, token, context.clock());
  await requireAcceptablePassword({ password, personal: [email, displayName] });
  const hash = await hashPassword(password);
  return context.db.transaction(async (tx) => {
    const now = context.clock();
    // Read again before it is deleted: it works once, and only while its sender is an admin.
    const { id, role } = await findInvitation(tx, token, now);
    const [used] = await tx.delete(userInvitations).where(eq(userInvitations.id, id)).returning();
    if (!used) throw gone();
    const uid = await createAccount(tx, { email, name: displayName, hash, emailVerified: true, now });
    if (uid === null) throw taken(email, () => t`Sign in, and ask an admin for the role.`);
    await createUserRecord(tx, uid);
    await tx.update(users).set({ role }).where(eq(users.uid, uid));
    await emit(tx, {
      by: uid,
      name: 'user.joined',
      uid,
      details: { role, link: used.isEmailed ? 'email' : 'link' },
    });
    return { email };
  });
};

/** Returns true while someone is invited as an admin. */
export async function isAdminInvited({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const open = await INVITATIONS.all(db, { now: clock().toISOString() });
  return open.some(({ role }) => role === 'admin');
}

async function findInvitation(db: Db | Tx, token: string, now: Date): Promise<ShownInvitation> {
  const found = await INVITATION.first(db, { tokenHash: hashSecret(token), now: now.toISOString() });
  if (found) return found;
  throw gone();
}

function gone(): CallError {
  return callError(
    'not-found',
    () => t`This invitation was used or revoked, or has expired. Ask store staff for a new one.`,
    { reason: 'invitation-gone' },
  );
}

/** Throws `already-exists` for the address of an account: its role changes without an invitation. */
async function requireNewcomer(db: Db, email: string): Promise<void> {
  const [known] = await db.select({ uid: authUsers.id }).from(authUsers).where(eq(authUsers.email, email));
  if (known) throw taken(email, () => t`Change their role instead.`);
}

function taken(email: string, advice: () => string): CallError {
  return callError('already-exists', () => t`${email} already has an account. ${advice()}`, {
    reason: 'email-taken',
    field: 'email',
  });
}

function present({
  createdAt,
  expiresAt,
  ...row
}: ShownInvitation): CallResult<'users.listInvitations'>['invitations'][number] {
  const { id, email, role, isEmailed, invitedByName } = row;
  return {
    id,
    email,
    role,
    isEmailed,
    invitedByName,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
