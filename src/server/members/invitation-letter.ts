import type { InvitationRole } from '#shared/members/member.ts';
import { frameLetter } from '../auth/letters/frame.ts';
import type { Letter } from '../mail.ts';

interface InvitationText {
  readonly to: string;
  readonly url: string;
  readonly role: InvitationRole;
  readonly appName: string;
  readonly invitedBy: string;
  readonly storeName: string;
}

const OFFERS: Record<InvitationRole, string> = {
  viewer: 'You can then see its versions, reviews and figures.',
  maintainer: 'You can then upload and submit its versions and edit its listing.',
  owner: 'You can then do everything with it, including inviting others.',
  publisher:
    'The app then carries your name and is yours to decide about; the present publisher stays an owner until you say otherwise.',
};

/** Invites somebody to work on an app, or to take it over. */
export function invitationLetter({ to, url, role, appName, invitedBy, storeName }: InvitationText): Letter {
  const isTransfer = role === 'publisher';
  return frameLetter({
    to,
    subject: isTransfer ? `Take over ${appName} at ${storeName}` : `Work on ${appName} at ${storeName}`,
    paragraphs: [
      isTransfer
        ? `${invitedBy} wants to hand the app ${appName} at ${storeName} over to you.`
        : `${invitedBy} invites you to work on the app ${appName} at ${storeName} as ${role}.`,
      OFFERS[role],
    ],
    action: { label: 'Look at the invitation', url },
    footnote: `Sign in with the address ${to} to accept it. The link works for 14 days. If you do not know ${invitedBy}, ignore this mail: nothing happens.`,
  });
}
