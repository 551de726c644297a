import type { Letter } from '../../mail.ts';
import { frameLetter } from './frame.ts';

/** Tells the owner of an address that somebody tried to make a second account with it. */
export function accountExistsLetter({
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
    subject: `You have an account at ${storeName} already`,
    paragraphs: [
      `Somebody, most likely you, tried to create an account at ${storeName} with this address. It has one already.`,
    ],
    action: { label: 'Sign in', url },
    footnote:
      'If you forgot the password, choose "Forgot password?" there. If it was not you, ignore this mail.',
  });
}
