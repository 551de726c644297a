import { z } from 'zod';
import { emailSchema, secretSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { isPrintable, MAX_NAME_LENGTH, UNPRINTABLE_PROBLEM } from '../users/name.ts';

/** Details of the first admin; the form and the server share this schema. */
export const firstAdminSchema = z.object({
  token: secretSchema,
  displayName: z
    .string()
    .trim()
    .min(1, 'Enter your name.')
    .max(MAX_NAME_LENGTH, `Use at most ${MAX_NAME_LENGTH} characters.`)
    .refine(isPrintable, UNPRINTABLE_PROBLEM),
  email: emailSchema('Enter an email address, such as you@example.org.'),
  password: z.string().min(10, 'Use at least 10 characters.').max(128, 'Use at most 128 characters.'),
});

export const setupCalls = {
  'setup.createFirstAdmin': defineCall({
    access: 'public',
    input: firstAdminSchema,
    output: z.object({}),
    errors: ['permission-denied', 'failed-precondition', 'already-exists'],
  }),
};
