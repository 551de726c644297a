import type { Letter } from '../../mail.ts';
import { frameLetter } from './frame.ts';

/** Tells a person what was just changed about how their account is protected, so that a stranger's change is noticed. */
export function securityChangeLetter({
  to,
  what,
  url,
  storeName,
}: {
  to: string;
  /** A sentence, such as `The password of your account was changed.` */
  what: string;
  url: string;
  storeName: string;
}): Letter {
  return frameLetter({
    to,
    subject: `A change to your account at ${storeName}`,
    paragraphs: [what],
    action: { label: 'Look at your account', url },
    footnote:
      'If this was not you, set a new password at once ("Forgot password?" on the sign-in page) and end the sessions that you do not know.',
  });
}
