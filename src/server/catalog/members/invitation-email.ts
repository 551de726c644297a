import type { InvitationRole } from '#shared/members/member.ts';
import type { EmailParts } from '../../platform/branding/render-email.ts';

interface InvitationText {
  readonly to: string;
  readonly url: string;
  readonly role: InvitationRole;
  /** Names chosen by users appear only in the body: subjects contain no text of users. */
  readonly appName: string;
  readonly invitedBy: string;
  /** The confirmed address of the sender. */
  readonly invitedByEmail: string;
  readonly storeName: string;
}

const OFFERS: Record<InvitationRole, string> = {
  viewer: 'You’ll be able to view its versions, reviews and statistics.',
  maintainer: 'You’ll be able to upload and submit its versions and edit its listing.',
  owner: 'You’ll be able to do everything with it, including inviting people.',
  publisher:
    'The app will carry your name, and you’ll decide about it. The current publisher stays an owner until you change that.',
};

/** Renders an invitation to join an app or to become its publisher. */
export function invitationEmail(text: InvitationText): EmailParts {
  const { to, url, role, invitedByEmail, storeName } = text;
  const isTransfer = role === 'publisher';
  const invitedBy = `${quoteName(text.invitedBy)} (${invitedByEmail})`;
  const app = quoteName(text.appName);
  return {
    to,
    subject: isTransfer ? `Become the publisher of an app at ${storeName}` : `Work on an app at ${storeName}`,
    paragraphs: [
      isTransfer
        ? `${invitedBy} wants to transfer the app ${app} at ${storeName} to you.`
        : `${invitedBy} invited you to work on the app ${app} at ${storeName} as ${role}.`,
      OFFERS[role],
    ],
    action: { label: 'View invitation', url },
    footnote: `Sign in with ${to} to accept it. The link works for 14 days. If you don’t know ${invitedByEmail}, ignore this email: nothing will happen.`,
  };
}

/** Returns a user's name in quotes and on one line, so that it can't pass for the store's own text. */
function quoteName(name: string): string {
  return `“${name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/[“”"]/g, '’')
    .trim()}”`;
}
