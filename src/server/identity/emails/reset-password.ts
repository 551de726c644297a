import type { EmailParts } from '../../platform/branding/render-email.ts';

/** Writes the email with a password reset link, which works once, for an hour. */
export function resetPasswordEmail({
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
    subject: `Reset your password for ${storeName}`,
    paragraphs: [
      `Someone, probably you, asked to reset the password of your account at ${storeName}. Setting a new password signs you out everywhere.`,
    ],
    action: { label: 'Set a new password', url },
    footnote:
      'The link works once, for one hour. If you didn’t ask for it, ignore this email: your password stays the same.',
  };
}
