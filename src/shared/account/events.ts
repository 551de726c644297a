import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';

const nothing = z.object({});
/** The number of each kind of credential that ended with it. */
const removed = z
  .object({ sessions: z.number(), tokens: z.number(), passkeys: z.number(), twoFactor: z.boolean() })
  .partial();

/** Changes of how a user signs in. */
export const accountEvents = {
  'user.password-changed': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Password changed`,
    sentence: t`changed their password`,
    changes: ['sessions', 'account'],
  }),
  'user.password-reset': defineEvent({
    subject: 'user',
    details: z.object({ wasUnconfirmed: z.boolean(), removed }),
    label: t`Password reset`,
    sentence: t`reset their password`,
    changes: ['sessions', 'account', 'tokens', 'users'],
  }),
  'user.email-confirmed': defineEvent({
    subject: 'user',
    details: z.object({ removed }),
    label: t`Email confirmed`,
    sentence: t`confirmed their email address`,
    changes: ['users', 'account', 'sessions'],
  }),
  'user.email-confirmed-by-staff': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Email confirmed by staff`,
    sentence: t`confirmed the email of {subject}`,
    changes: ['users', 'account', 'sessions'],
  }),
  'user.credentials-revoked': defineEvent({
    subject: 'user',
    details: z.object({ tokens: z.number(), passkeys: z.number() }),
    label: t`Tokens and passkeys revoked`,
    sentence: t`revoked API tokens and passkeys after resetting their password`,
    changes: ['sessions', 'account', 'tokens'],
  }),
  'user.two-factor-enabled': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Two-factor authentication turned on`,
    sentence: t`turned on two-factor authentication`,
    changes: ['sessions', 'account', 'users'],
  }),
  'user.two-factor-disabled': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Two-factor authentication turned off`,
    sentence: t`turned off two-factor authentication`,
    changes: ['sessions', 'account', 'users'],
  }),
  'user.two-factor-removed': defineEvent({
    subject: 'user',
    details: z.object({ by: z.literal('operator') }),
    label: t`Two-factor authentication removed`,
    sentence: t`turned off two-factor authentication for {subject}`,
    changes: ['sessions', 'account', 'users'],
  }),
  'user.password-link-created': defineEvent({
    subject: 'user',
    details: z.object({ by: z.enum(['operator', 'staff']) }),
    label: t`Password link created`,
    sentence: t`created a link to set a new password for {subject}`,
    changes: ['account'],
  }),
  'user.recovery-codes-renewed': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Recovery codes renewed`,
    sentence: t`generated new recovery codes`,
    changes: ['sessions', 'account'],
  }),
  'user.passkey-added': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Passkey added`,
    sentence: t`added a passkey`,
    changes: ['sessions', 'account'],
  }),
  'user.passkey-removed': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Passkey removed`,
    sentence: t`removed a passkey`,
    changes: ['sessions', 'account'],
  }),
};
