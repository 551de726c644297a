import { z } from 'zod';

/** The steps by which an operator sets up a store, in their order. */
export const setupStepSchema = z.enum([
  'name',
  'email',
  'terms',
  'registration',
  'repository',
  'reviewers',
  'backup',
]);
export type SetupStep = z.infer<typeof setupStepSchema>;

/** The steps that an admin confirms, because nothing else in the store shows that they are done. */
export const setupConfirmationSchema = setupStepSchema.extract(['registration', 'repository', 'backup']);
export type SetupConfirmation = z.infer<typeof setupConfirmationSchema>;

/** The end of a test email: accepted by the mail server, not accepted, or written to a file without a mail server. */
export const mailTestOutcomeSchema = z.enum(['sent', 'failed', 'kept']);
export type MailTestOutcome = z.infer<typeof mailTestOutcomeSchema>;
