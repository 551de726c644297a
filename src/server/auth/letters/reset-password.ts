import type { Letter } from '../../mail.ts';
import { frameLetter } from './frame.ts';

/** Lets a person who forgot their password set a new one; the link works once, for an hour. */
export function resetPasswordLetter({
  to,
  url,
  storeName,
}: {
  to: string;
  url: string;
  storeName: string;
}): Letter {
  return frameLetter({
    to,
    subject: `Set a new password for ${storeName}`,
    paragraphs: [
      `Somebody, most likely you, asked for a new password for your account at ${storeName}. Once it is set, you are signed out everywhere.`,
    ],
    action: { label: 'Set a new password', url },
    footnote:
      'The link works once, for one hour. If you did not ask for it, ignore this mail: your password stays as it is.',
  });
}
