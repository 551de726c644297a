import { z } from 'zod';
import { deletionRequestSchema } from '../account/deletion.ts';
import { addressSchema, idSchema, shownEmailSchema, shownNameSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { holdNoticeSchema, newHoldSchema } from '../holds/hold.ts';
import { t } from '../languages/translate.ts';
import { nameSchema } from '../name-schema.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';
import { MAX_NAME_LENGTH } from './name.ts';
import { densitySchema, languageTagSchema, profileLinksSchema, timeZoneSchema } from './profile.ts';
import { ROLES } from './role.ts';

const roleSchema = z.enum(ROLES);
/** A user's intent, as stated at onboarding. */
export const intentSchema = z.enum(['publish', 'browse']);
export const developerTypeSchema = z.enum(['individual', 'organisation']);

/** The states of a request to publish that is not granted. */
export const PUBLISHING_REQUEST_STATES = ['waiting', 'declined'] as const;

/** Longest reason for a decision about a user, in characters. */
const MAX_REASON_LENGTH = 1_000;

/**
 * The user record of specification section 3, as its owner and admins see it. Its list of apps is not in it, because it
 * may be long: `apps.list` pages it. Times are ISO 8601.
 */
export const userSchema = z.object({
  uid: idSchema,
  email: shownEmailSchema,
  displayName: shownNameSchema.nullable(),
  photoURL: addressSchema.nullable(),
  role: roleSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  isVerified: z.boolean(),
  settings: z.object({
    notifications: z.object({ appUpdates: z.boolean(), systemAnnouncements: z.boolean() }),
  }),
  developerName: shownNameSchema.nullable(),
  developerType: developerTypeSchema.nullable(),
  onboardingCompleted: z.boolean(),
  /** True when the user followed the link in the confirmation email. */
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  publishing: z.object({
    /**
     * `open`: may publish. `waiting`: waits for a decision. `declined`: rejected, for `reason`. `none`: has
     * not asked; the store's setting `publishing` decides if asking helps.
     */
    state: z.enum(['open', ...PUBLISHING_REQUEST_STATES, 'none']),
    /** Start of waiting, or time of the rejection. */
    since: z.iso.datetime().nullable(),
    reason: z.string().max(MAX_REASON_LENGTH).nullable(),
  }),
  links: z.object({
    website: addressSchema.optional(),
    sourceCode: addressSchema.optional(),
    support: addressSchema.optional(),
    social: addressSchema.optional(),
  }),
  /** A BCP 47 tag and an IANA time zone; null follows the browser. */
  language: z.string().max(35).nullable(),
  timeZone: z.string().max(64).nullable(),
  /** Null leaves it to each table. */
  density: densitySchema.nullable(),
});
export type User = z.infer<typeof userSchema>;

/** A user in the admins' list. */
const listedUserSchema = userSchema.extend({
  /** The number of their own apps. */
  appCount: z.int().nonnegative(),
  suspendedAt: z.iso.datetime().nullable(),
  suspensionReason: z.string().max(MAX_REASON_LENGTH).nullable(),
  /** The hold on everything of theirs; null without one. */
  hold: holdNoticeSchema.nullable(),
  /** Their last request to delete the account; null without one. */
  deletion: deletionRequestSchema.nullable(),
  /** True for the last active admin, who cannot be demoted or suspended. */
  isLastAdmin: z.boolean(),
  /** The last use of a current session; null without one. */
  lastSeenAt: z.iso.datetime().nullable(),
});
export type ListedUser = z.infer<typeof listedUserSchema>;

/** Account status of a user, besides their role. */
export const userStatusSchema = z.enum(['suspended', 'verified', 'unverified']);
export type UserStatus = z.infer<typeof userStatusSchema>;

/** The order of the admins' list; `name` falls back to the email. */
export const userSortSchema = z.enum(['newest', 'name', 'email']);
export type UserSort = z.infer<typeof userSortSchema>;

/** The reason for a decision about a user. */
export const personReasonSchema = z
  .string()
  .trim()
  .min(1, { error: () => t`Enter a reason.` })
  .max(MAX_REASON_LENGTH, { error: () => t`Use at most 1,000 characters.` });

const personName = nameSchema(MAX_NAME_LENGTH, () => t`Enter a name.`);

/** The name and type under which someone publishes. */
export const publisherSchema = z.object({ developerName: personName, developerType: developerTypeSchema });

export const publishingUserSchema = z.object({
  displayName: personName,
  ...publisherSchema.shape,
  intent: z.literal('publish'),
  acceptTerms: z.literal(true, { error: () => t`Accept this store’s terms to continue.` }),
});
const publisherKeys = { developerName: true, developerType: true } as const;
export const browsingUserSchema = publishingUserSchema
  .omit(publisherKeys)
  .extend({ intent: z.literal('browse') });

/** Only those who publish need a name to publish under. */
export const onboardingSchema = z.discriminatedUnion('intent', [
  publishingUserSchema,
  publishingUserSchema.partial(publisherKeys).extend({ intent: z.literal('browse') }),
]);

/** Fields that are left out stay unchanged. */
export const profileSchema = z
  .object({
    displayName: personName,
    ...publisherSchema.shape,
    links: profileLinksSchema,
    language: languageTagSchema.nullable(),
    timeZone: timeZoneSchema.nullable(),
    density: densitySchema.nullable(),
  })
  .partial()
  .refine((profile) => Object.keys(profile).length > 0, {
    error: () => t`Include at least one field to change.`,
  });

export const userCalls = {
  'users.me': defineCall({
    access: 'signedIn',
    reads: ['account'],
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
    changes: ['account', 'users'],
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
  /**
   * Requests to publish after onboarding; the store's setting `publishing` decides what happens. Someone who has no
   * developer name yet has to give one.
   */
  'users.askToPublish': defineCall({
    access: 'signedIn',
    input: publisherSchema.partial(),
    output: z.object({ user: userSchema }),
    errors: ['failed-precondition'],
  }),
  'users.list': defineCall({
    access: 'admin',
    reads: ['users'],
    input: pageSchema.extend({
      query: z.string().trim().max(200).optional(),
      /** Only users who wait for a publishing decision, oldest first. */
      publishing: z.literal('waiting').optional(),
      role: roleSchema.optional(),
      status: userStatusSchema.optional(),
      /** Ignored with `publishing`. */
      sort: userSortSchema.default('newest'),
    }),
    output: z.object({
      users: pageOf(listedUserSchema),
      nextCursor: cursorSchema.nullable(),
    }),
    errors: [],
  }),
  'users.setRole': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ uid: idSchema, role: roleSchema }),
    output: z.object({ user: userSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Decides a publishing request, and notifies the user. */
  'users.decidePublishing': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.discriminatedUnion('decision', [
      z.object({ uid: idSchema, decision: z.literal('approve') }),
      z.object({
        uid: idSchema,
        decision: z.literal('decline'),
        reason: personReasonSchema,
      }),
    ]),
    output: z.object({ user: userSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Sets or removes the verified badge. */
  'users.setVerified': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ uid: idSchema, verified: z.boolean() }),
    output: z.object({ user: userSchema }),
    errors: ['not-found'],
  }),
  'users.suspend': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({
      uid: idSchema,
      suspended: z.boolean().default(true),
      reason: personReasonSchema,
      /** Also holds everything of the publisher; only with a suspension. */
      hold: newHoldSchema.optional(),
    }),
    output: z.object({ user: userSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
};
