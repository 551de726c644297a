import type { EmailParts } from '../../platform/branding/render-email.ts';

/** Writes the email that asks a user to confirm their address; the link works for a day. */
export function confirmationEmail({
  to,
  url,
  storeName,
}: {
  to: string;
  url: string;
  storeName: string;
}): EmailParts {
  return {
    to,
    subject: `Confirm your email for ${storeName}`,
    paragraphs: [
      `Someone, probably you, used this email for an account at ${storeName}. Confirm it’s yours so we can reach you about your apps.`,
    ],
    action: { label: 'Confirm email', url },
    footnote:
      'The link works for one day. If you don’t have an account here, ignore this email; you won’t get any more.',
  };
}
