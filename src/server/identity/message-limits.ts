import { t } from '#shared/languages/translate.ts';
import { MESSAGE_LIMITS } from '#shared/users/message-limits.ts';
import type { Context } from '../platform/context.ts';
import { countAttempt, type Limit } from './rate-limits.ts';

const { invitations, comments, passwordLinks, publishingRequests, testEmails } = MESSAGE_LIMITS;

const SENT = () => t`You sent too many invitations.`;
const GOT = () => t`This email received too many invitations recently.`;
const WROTE = () => t`You sent too many messages.`;

const LIMITS = {
  invitationSender: { name: 'invitation sender', ...invitations.bySender, message: SENT },
  invitationPair: { name: 'invitation pair', ...invitations.byPair, message: GOT },
  invitationRecipient: { name: 'invitation recipient', ...invitations.byRecipient, message: GOT },
  commentSender: { name: 'comment sender', ...comments.bySender, message: WROTE },
  commentRecipient: {
    name: 'comment recipient',
    ...comments.byRecipient,
    message: () => t`The recipient got too many messages recently.`,
  },
  publishing: {
    name: 'publishing request',
    ...publishingRequests.bySender,
    message: () => t`You asked to publish too often.`,
  },
  passwordLink: {
    name: 'password link',
    ...passwordLinks.bySender,
    message: () => t`You created too many password links.`,
  },
  testEmail: {
    name: 'test email',
    ...testEmails.bySender,
    message: () => t`You sent too many test messages.`,
  },
} satisfies Record<string, Limit>;

/*
 * Counted outside transactions, which would hold a second connection meanwhile, and after permissions: callers who may not
 * write to somebody must not use up what they take. The sender comes first, so that a rejected one uses up nothing.
 */

/** Counts an invitation to an address in lower case. Throws `resource-exhausted`. */
export async function countInvitation(context: Context, senderUid: string, email: string): Promise<void> {
  await countAttempt(context, LIMITS.invitationSender, senderUid);
  await countAttempt(context, LIMITS.invitationPair, `${senderUid}\0${email}`);
  await countAttempt(context, LIMITS.invitationRecipient, email);
}

/** Counts a message from an account, and to the notified account if any. Throws `resource-exhausted`. */
export async function countComment(
  context: Context,
  senderUid: string,
  recipientUid: string | null,
): Promise<void> {
  await countAttempt(context, LIMITS.commentSender, senderUid);
  if (recipientUid !== null) await countAttempt(context, LIMITS.commentRecipient, recipientUid);
}

/** Counts a publishing request. Throws `resource-exhausted`. */
export async function countPublishingRequest(context: Context, uid: string): Promise<void> {
  await countAttempt(context, LIMITS.publishing, uid);
}

/** Counts a link for a new password that an admin creates. Throws `resource-exhausted`. */
export async function countPasswordLink(context: Context, uid: string): Promise<void> {
  await countAttempt(context, LIMITS.passwordLink, uid);
}

/** Counts a test email. Throws `resource-exhausted`. */
export async function countTestEmail(context: Context, uid: string): Promise<void> {
  await countAttempt(context, LIMITS.testEmail, uid);
}
