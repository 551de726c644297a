import { z } from 'zod';

/** The steps by which an operator sets up a store, in their order. */
export const SETUP_STEPS = [
  'name',
  'email',
  'terms',
  'registration',
  'repository',
  'reviewers',
  'backup',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** The steps that an admin confirms, because nothing else in the store shows that they are done: `email` that it works without. */
export const SETUP_CONFIRMATIONS = [
  'email',
  'registration',
  'repository',
  'backup',
] as const satisfies readonly SetupStep[];
export type SetupConfirmation = (typeof SETUP_CONFIRMATIONS)[number];

/** The end of a test email: accepted by the mail server, not accepted, or written to a file without a mail server. */
export const MAIL_TEST_OUTCOMES = ['sent', 'failed', 'kept'] as const;
export type MailTestOutcome = (typeof MAIL_TEST_OUTCOMES)[number];

export const setupStepSchema = z.enum(SETUP_STEPS);

export const setupConfirmationSchema = z.enum(SETUP_CONFIRMATIONS);

export const mailTestOutcomeSchema = z.enum(MAIL_TEST_OUTCOMES);
