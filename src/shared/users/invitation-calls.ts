import { z } from 'zod';
import {
  addressSchema,
  emailSchema,
  idSchema,
  MAX_LIST_ENTRIES,
  secretSchema,
  shownEmailSchema,
  shownNameSchema,
} from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { nameSchema } from '../name-schema.ts';
import { MAX_NAME_LENGTH } from './name.ts';
import { ROLES } from './role.ts';

const roleSchema = z.enum(ROLES);

/** Days for which the link of an invitation works. */
export const INVITATION_DAYS = 14;

/** Hours for which a password link that an admin passes on works. */
export const PASSWORD_LINK_HOURS = 24;

const userInvitationSchema = z.object({
  id: idSchema,
  email: shownEmailSchema,
  role: roleSchema,
  /** False for a link that an admin passes on. */
  isEmailed: z.boolean(),
  invitedByName: shownNameSchema.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

/** Input for an invitation to the store; the dialog and the server share this schema. */
export const newUserInvitationSchema = z.object({
  email: emailSchema(() => t`Enter an email address, such as someone@example.org.`),
  role: roleSchema,
  /** `link` returns the link instead of emailing it. */
  by: z.enum(['email', 'link']),
});

/** Input for accepting an invitation; the form and the server share this schema. */
export const acceptedInvitationSchema = z.object({
  token: secretSchema,
  displayName: nameSchema(MAX_NAME_LENGTH, () => t`Enter your name.`),
  password: z
    .string()
    .min(10, { error: () => t`Use at least 10 characters.` })
    .max(128, { error: () => t`Use at most 128 characters.` }),
});

export const userInvitationCalls = {
  /** Invites someone without an account. Inviting an address again replaces the earlier link. */
  'users.invite': defineCall({
    access: 'admin',
    reauthentication: true,
    input: newUserInvitationSchema,
    output: z.object({
      invitation: userInvitationSchema,
      /** Only returned here, and only for `link`. */
      link: addressSchema.nullable(),
    }),
    errors: ['failed-precondition', 'already-exists', 'resource-exhausted'],
  }),
  'users.listInvitations': defineCall({
    access: 'admin',
    reads: ['users'],
    input: z.object({}),
    output: z.object({ invitations: z.array(userInvitationSchema).max(MAX_LIST_ENTRIES) }),
    errors: [],
  }),
  'users.revokeInvitation': defineCall({
    access: 'admin',
    input: z.object({ invitationId: idSchema }),
    output: z.object({}),
    errors: ['not-found'],
  }),
  'users.getInvitation': defineCall({
    access: 'public',
    reads: ['users'],
    input: z.object({ token: secretSchema }),
    output: z.object({
      invitation: userInvitationSchema.pick({
        email: true,
        role: true,
        invitedByName: true,
        expiresAt: true,
      }),
    }),
    errors: ['not-found'],
  }),
  /** Creates the account of an invitation, with its role and a confirmed address. Each link works once. */
  'users.acceptInvitation': defineCall({
    access: 'public',
    input: acceptedInvitationSchema,
    output: z.object({ email: shownEmailSchema }),
    errors: ['not-found', 'already-exists'],
  }),
  /** Confirms the address of a user whom an admin knows to own it. */
  'users.confirmEmail': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ uid: idSchema }),
    output: z.object({}),
    errors: ['not-found'],
  }),
  /** Creates a link with which a user who isn't an admin sets a new password, once. */
  'users.createPasswordLink': defineCall({
    access: 'admin',
    reauthentication: true,
    input: z.object({ uid: idSchema }),
    output: z.object({ link: addressSchema, expiresAt: z.iso.datetime() }),
    errors: ['not-found', 'failed-precondition', 'resource-exhausted'],
  }),
};
