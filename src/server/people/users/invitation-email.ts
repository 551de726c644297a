import { INVITATION_DAYS } from '#shared/users/invitation-calls.ts';
import type { Role } from '#shared/users/role.ts';
import type { EmailParts } from '../../platform/branding/render-email.ts';

interface InvitationText {
  readonly to: string;
  readonly url: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly storeName: string;
}

const OFFERS: Readonly<Record<Role, string>> = {
  admin: 'As an admin you review apps and run the store.',
  developer: 'As a developer you publish apps.',
  user: 'You can look around, and ask to publish later.',
};

/** Writes the invitation to join the store. */
export function userInvitationEmail({ to, url, role, invitedBy, storeName }: InvitationText): EmailParts {
  return {
    to,
    subject: `Join ${storeName}`,
    paragraphs: [`${invitedBy} invited you to ${storeName}.`, OFFERS[role]],
    action: { label: 'Create your account', url },
    footnote: `The link works once, for ${INVITATION_DAYS} days, and confirms your email. If you don’t expect it, ignore this email: nothing will happen.`,
  };
}
