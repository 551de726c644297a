import { z } from 'zod';
import { emailSchema, secretSchema, sentenceSchema, shownEmailSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { nameSchema } from '../name-schema.ts';
import { MAX_NAME_LENGTH } from '../users/name.ts';
import { mailTestOutcomeSchema, setupConfirmationSchema, setupStepSchema } from './checklist.ts';

/** Details of the first admin; the form and the server share this schema. */
export const firstAdminSchema = z.object({
  token: secretSchema,
  displayName: nameSchema(MAX_NAME_LENGTH, () => t`Enter your name.`),
  email: emailSchema(() => t`Enter an email address, such as you@example.org.`),
  password: z
    .string()
    .min(10, { error: () => t`Use at least 10 characters.` })
    .max(128, { error: () => t`Use at most 128 characters.` }),
});

export const setupCalls = {
  'setup.getChecklist': defineCall({
    access: 'admin',
    reads: ['settings', 'users'],
    input: z.object({}),
    output: z.object({
      /** The steps that are done. */
      done: z.array(setupStepSchema).max(setupStepSchema.options.length),
      email: z.object({
        /** The mail server's host and port; null while emails are written to files. */
        server: z.string().max(300).nullable(),
        /** The sender, as its recipients see it. */
        from: z.string().max(500),
        /** When the mail server accepted a test message with this configuration; null until then. */
        testedAt: z.iso.datetime().nullable(),
      }),
    }),
    errors: [],
  }),
  'setup.confirm': defineCall({
    access: 'admin',
    input: z.object({ step: setupConfirmationSchema }),
    output: z.object({}),
    errors: [],
  }),
  'setup.sendTestEmail': defineCall({
    access: 'admin',
    input: z.object({}),
    output: z.object({
      outcome: mailTestOutcomeSchema,
      /** The address of the caller, who gets it. */
      to: shownEmailSchema,
      /** The cause and its fix; null unless it failed. */
      problem: sentenceSchema.nullable(),
      /** The mail server's response or the error of the connection; null unless it failed. */
      response: sentenceSchema.nullable(),
    }),
    errors: ['resource-exhausted'],
  }),
  'setup.testStorage': defineCall({
    access: 'admin',
    input: z.object({}),
    output: z.object({
      /** The cause and its fix; null when a file was stored, read and deleted. */
      problem: sentenceSchema.nullable(),
      /** The error of the storage; null when there is none to show. */
      response: sentenceSchema.nullable(),
    }),
    errors: [],
  }),
  'setup.createFirstAdmin': defineCall({
    access: 'public',
    input: firstAdminSchema,
    output: z.object({}),
    errors: ['permission-denied', 'failed-precondition', 'already-exists'],
  }),
};
