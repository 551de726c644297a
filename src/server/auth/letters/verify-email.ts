import type { Letter } from '../../mail.ts';
import { frameLetter } from './frame.ts';

/** Asks a person to confirm that an address is theirs; the link works for a day. */
export function verifyEmailLetter({
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
    subject: `Confirm your address for ${storeName}`,
    paragraphs: [
      `Somebody, most likely you, uses this address for an account at ${storeName}. Confirm that it is yours, so that we can reach you about your apps.`,
    ],
    action: { label: 'Confirm this address', url },
    footnote:
      'The link works for one day. If you have no account here, ignore this mail; nothing more will come.',
  });
}
