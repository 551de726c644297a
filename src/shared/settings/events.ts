import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { mailTestOutcomeSchema, setupConfirmationSchema } from '../setup/checklist.ts';

/** Not validated again: settings of an earlier release may break rules of today. */
const settings = z.record(z.string(), z.unknown());

export const settingsEvents = {
  'settings.updated': defineEvent({
    subject: 'store',
    details: z.object({ changed: z.array(z.string()), before: settings, after: settings }),
    label: 'Changed',
    sentence: 'changed store settings: {changed}',
    changes: ['settings', 'apps', 'listings', 'reviews', 'quotas'],
  }),
  'settings.logo-changed': defineEvent({
    subject: 'store',
    details: z.object({ change: z.enum(['set', 'removed']) }),
    label: 'Logo changed',
    sentence: 'changed the logo of the store: {change}',
    changes: ['settings'],
  }),
  'settings.step-confirmed': defineEvent({
    subject: 'store',
    details: z.object({ step: setupConfirmationSchema }),
    label: 'Set-up step confirmed',
    sentence: 'confirmed a step of the set-up: {step}',
    changes: ['settings'],
  }),
  'settings.email-tested': defineEvent({
    subject: 'store',
    details: z.object({ outcome: mailTestOutcomeSchema }),
    label: 'Email tested',
    sentence: 'tested the mail server: {outcome}',
    changes: ['settings'],
  }),
};
