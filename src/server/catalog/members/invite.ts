import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { MAX_MEMBERS } from '#shared/members/calls.ts';
import { emit } from '../../events/emit.ts';
import { findApp, lockApp, requireAppRole } from '../../identity/app-access.ts';
import { requireConfirmedAddress } from '../../identity/confirmed-address.ts';
import type { Handler } from '../../identity/handler.ts';
import { countInvitation } from '../../identity/message-limits.ts';
import { hashSecret } from '../../identity/principals.ts';
import { defineCountLimit, requireRoom } from '../../platform/db/count-limit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, appInvitations } from '../../platform/db/tables/apps.ts';
import { callError } from '../../platform/input/call-error.ts';
import { canSendEmail } from '../../platform/mail/mail-configuration.ts';
import { queueEmail } from '../../platform/queue/queue-email.ts';
import { readSettings } from '../../platform/settings.ts';
import { invitationEmail } from './invitation-email.ts';
import { type InvitationRow, listInvitations, listMembers, presentInvitation } from './queries.ts';

const LIFETIME_MS = 14 * 86_400_000;

/** The people of an app, with the publisher, and its open invitations. */
const PEOPLE = defineCountLimit<{ readonly appId: string; readonly now: Date }>({
  name: 'people',
  key: ({ appId }) => appId,
  count: async (tx, { appId, now }) => {
    const members = await listMembers(tx, { id: appId });
    return members.length + (await listInvitations(tx, appId, now)).length;
  },
  max: () => MAX_MEMBERS,
  error: ({ max }) =>
    callError('resource-exhausted', () => t`An app can have up to ${max} people and pending invitations.`, {
      reason: 'too-many-members',
    }),
});

/**
 * `members.invite`: emails a link for joining an app or becoming its publisher, and returns it in a store that sends no
 * email. Inviting an address again replaces
 * the earlier invitation, whose link stops working.
 */
export const inviteMember: Handler<'members.invite'> = async ({ data, caller, context }) => {
  const token = randomBytes(24).toString('base64url');
  const email = data.email.toLowerCase();
  const now = context.clock();
  await requireConfirmedAddress(context.db, caller.uid);
  const asked = await findApp(context.db, data.appId, caller);
  await requireAppRole(context.db, asked, { caller, role: 'owner' });
  await countInvitation(context, caller.uid, email);
  const sendsEmail = await canSendEmail(context);
  const url = `${context.config.publicUrl}dashboard?invitation=${token}`;
  const invitation = await context.db.transaction(async (tx) => {
    const locked = await lockApp(tx, data.appId, { caller, role: 'owner' });
    if (data.role === 'publisher') requirePublisher(locked, caller.uid);
    await requireNewcomer(tx, { app: locked, email, isTransfer: data.role === 'publisher' });
    await requireRoom(tx, PEOPLE, { appId: locked.id, now });
    const values = {
      id: randomUUID(),
      appId: locked.id,
      email,
      role: data.role,
      tokenHash: hashSecret(token),
      isEmailed: sendsEmail,
      invitedByUid: caller.uid,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    };
    const [row] = await tx
      .insert(appInvitations)
      .values(values)
      .onConflictDoUpdate({
        target: [appInvitations.appId, appInvitations.email],
        set: { ...values, id: sql`excluded.id` },
      })
      .returning();
    await emit(tx, {
      by: caller.uid,
      name: 'member.invited',
      appId: locked.id,
      details: { email, role: data.role },
    });
    const { storeName } = await readSettings(tx);
    const { to, ...message } = invitationEmail({
      to: email,
      url,
      role: data.role,
      appName: locked.name,
      invitedBy: caller.record.displayName ?? caller.record.email,
      invitedByEmail: caller.record.email,
      storeName,
    });
    const content = { template: 'written', email: message } as const;
    await queueEmail(tx, context, { recipient: to, content, cause: caller.uid });
    return row as InvitationRow;
  });
  return { invitation: presentInvitation(invitation), link: sendsEmail ? null : url };
};

/** Throws unless the caller is the publisher: nobody else can transfer the app. */
function requirePublisher(app: AppRow, uid: string): void {
  if (app.ownerUid === uid) return;
  throw callError('permission-denied', () => t`Only the publisher can transfer this app.`, {
    reason: 'role',
  });
}

interface NewInvitation {
  readonly app: AppRow;
  readonly email: string;
  readonly isTransfer: boolean;
}

/** Throws `already-exists` for somebody who works on the app, unless it is transferred to them. */
async function requireNewcomer(tx: Tx, { app, email, isTransfer }: NewInvitation): Promise<void> {
  const members = await listMembers(tx, app);
  const known = members.find((member) => member.email.toLowerCase() === email);
  if (known && !(isTransfer && !known.isPublisher)) {
    throw callError(
      'already-exists',
      () => t`${email} already works on this app. Change their role instead.`,
      { reason: 'email-taken', field: 'email' },
    );
  }
}
