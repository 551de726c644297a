import type { EmailParts } from '../../platform/branding/render-email.ts';

/** Writes the last email to a user, sent after their account was deleted. */
export function accountDeletedEmail({ to, storeName }: { to: string; storeName: string }): EmailParts {
  return {
    to,
    subject: `Your account at ${storeName} was deleted`,
    paragraphs: [
      `We deleted your account at ${storeName} and everything in it, as you asked. It can’t be used to sign in or restored.`,
    ],
    footnote: 'This is the last email you’ll get from us. If you didn’t ask for this, contact store staff.',
  };
}
