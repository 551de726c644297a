import type { EmailParts } from '../../platform/branding/render-email.ts';

/** Writes the email about an attempt to create a second account with an address. */
export function accountExistsEmail({
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
    subject: `You already have an account at ${storeName}`,
    paragraphs: [
      `Someone, probably you, tried to create an account at ${storeName} with this email. It already has one.`,
    ],
    action: { label: 'Sign in', url },
    footnote:
      'If you forgot the password, choose "Forgot your password?" there. If this wasn’t you, ignore this email.',
  };
}
