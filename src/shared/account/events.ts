import { z } from 'zod';
import { defineEvent } from '../event.ts';

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
    label: 'Password changed',
    sentence: 'changed their password',
    changes: ['sessions', 'account'],
  }),
  'user.password-reset': defineEvent({
    subject: 'user',
    details: z.object({ wasUnconfirmed: z.boolean(), removed }),
    label: 'Password reset',
    sentence: 'reset their password',
    changes: ['sessions', 'account', 'tokens', 'users'],
  }),
  'user.email-confirmed': defineEvent({
    subject: 'user',
    details: z.object({ removed }),
    label: 'Email confirmed',
    sentence: 'confirmed their email address',
    changes: ['users', 'account', 'sessions'],
  }),
  'user.credentials-revoked': defineEvent({
    subject: 'user',
    details: z.object({ tokens: z.number(), passkeys: z.number() }),
    label: 'Tokens and passkeys revoked',
    sentence: 'revoked API tokens and passkeys after resetting their password',
    changes: ['sessions', 'account', 'tokens'],
  }),
  'user.two-factor-enabled': defineEvent({
    subject: 'user',
    details: nothing,
    label: 'Two-factor authentication turned on',
    sentence: 'turned on two-factor authentication',
    changes: ['sessions', 'account', 'users'],
  }),
  'user.two-factor-disabled': defineEvent({
    subject: 'user',
    details: nothing,
    label: 'Two-factor authentication turned off',
    sentence: 'turned off two-factor authentication',
    changes: ['sessions', 'account', 'users'],
  }),
  'user.two-factor-removed': defineEvent({
    subject: 'user',
    details: z.object({ by: z.literal('operator') }),
    label: 'Two-factor authentication removed',
    sentence: 'turned off two-factor authentication for {subject}',
    changes: ['sessions', 'account', 'users'],
  }),
  'user.recovery-codes-renewed': defineEvent({
    subject: 'user',
    details: nothing,
    label: 'Recovery codes renewed',
    sentence: 'generated new recovery codes',
    changes: ['sessions', 'account'],
  }),
  'user.passkey-added': defineEvent({
    subject: 'user',
    details: nothing,
    label: 'Passkey added',
    sentence: 'added a passkey',
    changes: ['sessions', 'account'],
  }),
  'user.passkey-removed': defineEvent({
    subject: 'user',
    details: nothing,
    label: 'Passkey removed',
    sentence: 'removed a passkey',
    changes: ['sessions', 'account'],
  }),
};
