import { z } from 'zod';
import { defineCall } from '../call.ts';
import { pageSchema } from '../page.ts';
import { ROLES } from './role.ts';

const roleSchema = z.enum(ROLES);
export const developerTypeSchema = z.enum(['individual', 'organisation']);

/** The user record of specification section 3, as its owner and admins see it. Times are ISO 8601. */
export const userSchema = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  role: roleSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  apps: z.array(z.string()),
  isVerified: z.boolean(),
  settings: z.object({
    notifications: z.object({ appUpdates: z.boolean(), systemAnnouncements: z.boolean() }),
  }),
  developerName: z.string().nullable(),
  developerType: developerTypeSchema.nullable(),
  onboardingCompleted: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

const personName = z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.');

export const onboardingSchema = z.object({
  displayName: personName,
  developerName: personName,
  developerType: developerTypeSchema,
  intent: z.enum(['publish', 'look']),
  acceptTerms: z.literal(true, 'Accept the terms of this store to go on.'),
});

export const profileSchema = z
  .object({ displayName: personName, developerName: personName, developerType: developerTypeSchema })
  .partial()
  .refine((profile) => Object.keys(profile).length > 0, 'Name at least one field to change.');

export const userCalls = {
  'users.me': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({ user: userSchema }),
    errors: [],
  }),
  'users.completeOnboarding': defineCall({
    access: 'signedIn',
    input: onboardingSchema,
    output: z.object({ user: userSchema }),
    errors: ['failed-precondition'],
  }),
  'users.updateProfile': defineCall({
    access: 'signedIn',
    input: profileSchema,
    output: z.object({ user: userSchema }),
    errors: [],
  }),
  'users.list': defineCall({
    access: 'admin',
    input: pageSchema.extend({ query: z.string().trim().max(200).optional() }),
    output: z.object({
      users: z.array(userSchema.extend({ suspendedAt: z.iso.datetime().nullable() })),
      nextCursor: z.string().nullable(),
    }),
    errors: [],
  }),
  'users.setRole': defineCall({
    access: 'admin',
    input: z.object({ uid: z.string(), role: roleSchema }),
    output: z.object({ user: userSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'users.suspend': defineCall({
    access: 'admin',
    input: z.object({
      uid: z.string(),
      suspended: z.boolean().default(true),
      reason: z.string().trim().min(1, 'Say why.').max(1000),
    }),
    output: z.object({ user: userSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
};
