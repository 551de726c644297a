import type { EmailParts } from '../../platform/branding/render-email.ts';

/** Writes the email about a change to an account's security, so that the owner notices changes by others. */
export function securityChangeEmail({
  to,
  what,
  url,
  storeName,
}: {
  to: string;
  /** A sentence such as `The password of your account was changed.` */
  what: string;
  url: string;
  storeName: string;
}): EmailParts {
  return {
    to,
    subject: `A change to your account at ${storeName}`,
    paragraphs: [what],
    action: { label: 'Review your account', url },
    footnote:
      'If this wasn’t you, reset your password now ("Forgot your password?" on the sign-in page) and end any sessions you don’t recognise.',
  };
}
