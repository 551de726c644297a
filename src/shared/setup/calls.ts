import { z } from 'zod';
import { defineCall } from '../call.ts';

/** What the operator enters to become the first admin; the form and the server read the same schema. */
export const firstAdminSchema = z.object({
  token: z.string().min(1),
  displayName: z.string().trim().min(1, 'Enter your name.').max(80, 'Use at most 80 characters.'),
  email: z.email('Enter an email address, such as you@example.org.'),
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
