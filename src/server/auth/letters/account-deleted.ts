import type { Letter } from '../../mail.ts';
import { frameLetter } from './frame.ts';

/** The last letter to a person: their account is gone. */
export function accountDeletedLetter({ to, storeName }: { to: string; storeName: string }): Letter {
  return frameLetter({
    to,
    subject: `Your account at ${storeName} was deleted`,
    paragraphs: [
      `Your account at ${storeName} was deleted with everything in it, as you asked. Nobody can sign in with it any more, and it cannot be brought back.`,
    ],
    footnote:
      'This is the last mail that you get from us. If it was not you who asked, tell the people of the store.',
  });
}
