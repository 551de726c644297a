import { z } from 'zod';
import { defineCall } from '../call.ts';
import { pageSchema } from '../page.ts';
import { languageSchema, profileLinksSchema, timeZoneSchema } from './profile.ts';
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
  /** Whether the person followed the link in the mail to their address. */
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  publishing: z.object({
    /**
     * `open`: may publish. `waiting`: asked, and the store has not decided. `refused`: the store said no, for `reason`.
     * `none`: has not asked; whether asking helps is up to the store's setting `publishing`.
     */
    state: z.enum(['open', 'waiting', 'refused', 'none']),
    /** Since when somebody waits, or is refused. */
    since: z.iso.datetime().nullable(),
    reason: z.string().nullable(),
  }),
  links: z.object({
    website: z.string().optional(),
    sourceCode: z.string().optional(),
    support: z.string().optional(),
    social: z.string().optional(),
  }),
  /** A BCP 47 tag, and a name of the IANA time zone database; null follows the browser. */
  language: z.string().nullable(),
  timeZone: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

/** A person as admins see them in the list of all. */
const listedUserSchema = userSchema.extend({
  suspendedAt: z.iso.datetime().nullable(),
  suspensionReason: z.string().nullable(),
  /** Nobody takes the role from this person, or suspends them: nobody else could run the store. */
  isLastAdmin: z.boolean(),
});
export type ListedUser = z.infer<typeof listedUserSchema>;

/** How people stand with the store, beside their role. */
export const userStandingSchema = z.enum(['suspended', 'verified', 'unverified']);
export type UserStanding = z.infer<typeof userStandingSchema>;

/** Why the store decides about a person. */
export const personReasonSchema = z
  .string()
  .trim()
  .min(1, 'Say why.')
  .max(1000, 'Use at most 1,000 characters.');

const personName = z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.');

export const onboardingSchema = z.object({
  displayName: personName,
  developerName: personName,
  developerType: developerTypeSchema,
  intent: z.enum(['publish', 'look']),
  acceptTerms: z.literal(true, 'Accept the terms of this store to go on.'),
});

/** Fields that are not named stay as they are. */
export const profileSchema = z
  .object({
    displayName: personName,
    developerName: personName,
    developerType: developerTypeSchema,
    links: profileLinksSchema,
    language: languageSchema.nullable(),
    timeZone: timeZoneSchema.nullable(),
  })
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
  /** The avatar itself is uploaded: POST `{base}avatars`. */
  'users.removeAvatar': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({ user: userSchema }),
    errors: [],
  }),
  /** Asks to publish after onboarding; what happens is up to the store's setting `publishing`. */
  'users.askToPublish': defineCall({
    access: 'signedIn',
    input: z.object({}),
    output: z.object({ user: userSchema }),
    errors: ['failed-precondition'],
  }),
  'users.list': defineCall({
    access: 'admin',
    input: pageSchema.extend({
      query: z.string().trim().max(200).optional(),
      /** Only people who wait for a decision about publishing; who waits longest comes first. */
      publishing: z.literal('waiting').optional(),
      role: roleSchema.optional(),
      standing: userStandingSchema.optional(),
    }),
    output: z.object({
      users: z.array(listedUserSchema),
      nextCursor: z.string().nullable(),
    }),
    errors: [],
  }),
  'users.setRole': defineCall({
    access: 'admin',
    stepUp: true,
    input: z.object({ uid: z.string(), role: roleSchema }),
    output: z.object({ user: userSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Decides about somebody who waits to publish, and notifies them. */
  'users.decidePublishing': defineCall({
    access: 'admin',
    input: z.discriminatedUnion('decision', [
      z.object({ uid: z.string(), decision: z.literal('approve') }),
      z.object({
        uid: z.string(),
        decision: z.literal('refuse'),
        reason: personReasonSchema,
      }),
    ]),
    output: z.object({ user: userSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Gives or takes the badge that says the store knows who this is. */
  'users.setVerified': defineCall({
    access: 'admin',
    input: z.object({ uid: z.string(), verified: z.boolean() }),
    output: z.object({ user: userSchema }),
    errors: ['not-found'],
  }),
  'users.suspend': defineCall({
    access: 'admin',
    input: z.object({
      uid: z.string(),
      suspended: z.boolean().default(true),
      reason: personReasonSchema,
    }),
    output: z.object({ user: userSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
};
