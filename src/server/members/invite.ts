import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import { lockApp } from '../auth/app-access.ts';
import { hashSecret } from '../auth/callers.ts';
import type { Handler } from '../callable.ts';
import type { Tx } from '../db/open.ts';
import { appInvitations } from '../db/publishing-tables.ts';
import type { AppRow } from '../db/tables.ts';
import { readSettings } from '../settings/queries.ts';
import { invitationLetter } from './invitation-letter.ts';
import { type InvitationRow, listInvitations, listMembers, presentInvitation } from './queries.ts';

const LIFETIME_MS = 14 * 86_400_000;
/** People and open invitations that one app has at most. */
const MOST = 100;

/**
 * `members.invite`: sends somebody a link with which they join an app, or take it over. Inviting an address again
 * replaces the earlier invitation, whose link stops working.
 */
export const inviteMember: Handler<'members.invite'> = async ({ data, caller, context }) => {
  const token = randomBytes(24).toString('base64url');
  const email = data.email.toLowerCase();
  const now = context.clock();
  const { app, invitation, storeName } = await context.db.transaction(async (tx) => {
    const locked = await lockApp(tx, data.appId, { caller, role: 'owner' });
    if (data.role === 'publisher') requirePublisher(locked, caller.uid);
    await requireRoom(tx, { app: locked, email, now, isTransfer: data.role === 'publisher' });
    const values = {
      id: randomUUID(),
      appId: locked.id,
      email,
      role: data.role,
      tokenHash: hashSecret(token),
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
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'member.invited',
      appId: locked.id,
      details: { email, role: data.role },
    });
    const settings = await readSettings(tx);
    return { app: locked, invitation: row as InvitationRow, storeName: settings.storeName };
  });
  const letter = invitationLetter({
    to: email,
    url: `${context.config.publicUrl}dashboard?invitation=${token}`,
    role: data.role,
    appName: app.name,
    invitedBy: caller.record.displayName ?? caller.record.email,
    storeName,
  });
  await context.mail.send(letter).catch((error: unknown) => {
    context.log.warn({ err: error }, 'an invitation could not be mailed');
    throw new CallError(
      'unavailable',
      'The invitation is kept, but its mail could not be sent. Invite the same address again in a while.',
    );
  });
  return { invitation: presentInvitation(invitation) };
};

/** Only the publisher themself hands an app over. */
function requirePublisher(app: AppRow, uid: string): void {
  if (app.ownerUid === uid) return;
  throw new CallError('permission-denied', 'Only the present publisher of this app may hand it over.');
}

interface Newcomer {
  readonly app: AppRow;
  readonly email: string;
  readonly now: Date;
  readonly isTransfer: boolean;
}

async function requireRoom(tx: Tx, { app, email, now, isTransfer }: Newcomer): Promise<void> {
  const members = await listMembers(tx, app);
  const known = members.find((member) => member.email.toLowerCase() === email);
  if (known && !(isTransfer && !known.isPublisher)) {
    const message = `${email} works on this app already. Change their role instead.`;
    throw new CallError('already-exists', message, { field: 'email' });
  }
  const invitations = await listInvitations(tx, app.id, now);
  if (members.length + invitations.length < MOST) return;
  throw new CallError('resource-exhausted', `An app has at most ${MOST} people and open invitations.`);
}
