import { z } from 'zod';
import { pathSchema } from '../bounded.ts';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { mailTestOutcomeSchema, setupConfirmationSchema } from '../setup/checklist.ts';
import { legalKindSchema } from './legal-calls.ts';

/** The SHA-256 of a signing certificate in upper-case hexadecimal. */
const keyFingerprint = z.string().regex(/^[0-9A-F]{64}$/);

/** Not validated again: settings of an earlier release may break rules of today. */
const settings = z.record(z.string(), z.unknown());

/** The mail server and the sender, without the password. */
const mail = z.object({
  server: z.string().nullable(),
  security: z.string().nullable(),
  user: z.string().nullable(),
  sender: z.string().nullable(),
});

const readerToken = z.object({ tokenId: z.string(), name: z.string() });

export const settingsEvents = {
  'settings.updated': defineEvent({
    subject: 'store',
    details: z.object({ changed: z.array(z.string()), before: settings, after: settings }),
    label: t`Changed`,
    sentence: t`changed store settings: {changed}`,
    changes: ['settings', 'apps', 'listings', 'reviews', 'quotas'],
  }),
  'settings.logo-changed': defineEvent({
    subject: 'store',
    details: z.object({
      change: z.enum(['set', 'removed', 'restored']),
      /** The paths of the logos, which stay stored while the log names them; null for none. */
      before: pathSchema.nullable(),
      after: pathSchema.nullable(),
    }),
    label: t`Logo changed`,
    sentence: t`changed the logo of the store: {change}`,
    changes: ['settings'],
  }),
  'settings.legal-texts-changed': defineEvent({
    subject: 'store',
    details: z.object({ changed: z.array(legalKindSchema), before: settings, after: settings }),
    label: t`Legal texts changed`,
    sentence: t`changed legal texts: {changed}`,
    changes: ['settings'],
  }),
  'settings.mail-changed': defineEvent({
    subject: 'store',
    details: z.object({ before: mail, after: mail, isPasswordChanged: z.boolean() }),
    label: t`Email settings changed`,
    sentence: t`changed the email settings`,
    changes: ['settings'],
  }),
  'settings.reader-token-created': defineEvent({
    subject: 'store',
    details: readerToken,
    label: t`Reader token created`,
    sentence: t`created the reader token “{name}”`,
    changes: ['settings'],
  }),
  'settings.reader-token-revoked': defineEvent({
    subject: 'store',
    details: readerToken,
    label: t`Reader token revoked`,
    sentence: t`revoked the reader token “{name}”`,
    changes: ['settings'],
  }),
  'settings.step-confirmed': defineEvent({
    subject: 'store',
    details: z.object({ step: setupConfirmationSchema }),
    label: t`Set-up step confirmed`,
    sentence: t`confirmed a step of the set-up: {step}`,
    changes: ['settings'],
  }),
  'settings.email-tested': defineEvent({
    subject: 'store',
    details: z.object({ outcome: mailTestOutcomeSchema }),
    label: t`Email tested`,
    sentence: t`tested the mail server: {outcome}`,
    changes: ['settings'],
  }),
  'settings.signing-key-exported': defineEvent({
    subject: 'store',
    details: z.object({ fingerprint: keyFingerprint, by: z.literal('operator') }),
    label: t`Signing key exported`,
    sentence: t`exported the signing key of the repository: {fingerprint}`,
    changes: ['settings'],
  }),
  'settings.signing-key-imported': defineEvent({
    subject: 'store',
    details: z.object({
      fingerprint: keyFingerprint,
      /** The fingerprint of the replaced key; null when there was none. */
      before: keyFingerprint.nullable(),
      by: z.literal('operator'),
    }),
    label: t`Signing key imported`,
    sentence: t`imported the signing key of the repository: {fingerprint}`,
    changes: ['settings'],
  }),
  'settings.signing-key-rotated': defineEvent({
    subject: 'store',
    details: z.object({
      fingerprint: keyFingerprint,
      before: keyFingerprint.nullable(),
      by: z.literal('operator'),
    }),
    label: t`Signing key replaced`,
    sentence: t`replaced the signing key of the repository by a new one: {fingerprint}`,
    changes: ['settings'],
  }),
  'settings.secret-changed': defineEvent({
    subject: 'store',
    details: z.object({ reencrypted: z.number(), by: z.literal('operator') }),
    label: t`Secret changed`,
    sentence: t`changed the secret of the store`,
    changes: ['settings', 'sessions'],
  }),
};
