import { z } from 'zod';
import { appSchema } from '../apps/app.ts';
import {
  addressSchema,
  denialFields,
  emailSchema,
  idSchema,
  MAX_LIST_ENTRIES,
  secretSchema,
  shownEmailSchema,
  shownNameSchema,
} from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { invitationRoleSchema, memberRoleSchema } from './member.ts';

/** Maximum people of an app, pending invitations included. */
export const MAX_MEMBERS = 100;

const memberSchema = z.object({
  uid: idSchema,
  name: shownNameSchema.nullable(),
  email: shownEmailSchema,
  role: memberRoleSchema,
  /** True for the publisher, whose name is public. Always an owner, until another user accepts a transfer. */
  isPublisher: z.boolean(),
  since: z.iso.datetime(),
});
export type Member = z.infer<typeof memberSchema>;

const invitationSchema = z.object({
  id: idSchema,
  email: shownEmailSchema,
  role: invitationRoleSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitationSchema>;

const membersResult = z.object({
  /** The publisher first, then by name. */
  members: z.array(memberSchema).max(MAX_LIST_ENTRIES),
  /** For owners; empty for others. */
  invitations: z.array(invitationSchema).max(MAX_LIST_ENTRIES),
});

/** The secret of the link in the email. */
const tokenSchema = z.object({ token: secretSchema });

/** Input for an invitation; the dialog and the server share this schema. */
export const newInvitationSchema = z.object({
  appId: idSchema,
  email: emailSchema(() => t`Enter an email address, such as someone@example.org.`),
  /** `publisher` transfers the app. */
  role: invitationRoleSchema,
});

export const memberCalls = {
  'members.list': defineCall({
    access: 'signedIn',
    reads: ['members'],
    input: z.object({ appId: idSchema }),
    output: membersResult,
    errors: ['not-found'],
  }),
  'members.invite': defineCall({
    access: 'developer',
    input: newInvitationSchema,
    output: z.object({
      invitation: invitationSchema,
      /** The link in a store that sends no email, only returned here; null where it was emailed. */
      link: addressSchema.nullable(),
    }),
    errors: ['not-found', 'permission-denied', 'failed-precondition', 'already-exists', 'resource-exhausted'],
  }),
  'members.revokeInvitation': defineCall({
    access: 'developer',
    input: z.object({ invitationId: idSchema }),
    output: z.object({}),
    errors: ['not-found', 'permission-denied'],
  }),
  'members.getInvitation': defineCall({
    access: 'signedIn',
    reads: ['members'],
    input: tokenSchema,
    output: z.object({
      invitation: z.object({
        appId: idSchema,
        appName: appSchema.shape.name,
        email: shownEmailSchema,
        role: invitationRoleSchema,
        invitedByName: shownNameSchema.nullable(),
        expiresAt: z.iso.datetime(),
      }),
      /** Reason why the caller cannot accept, as a sentence; null when they can. */
      ...denialFields,
    }),
    errors: ['not-found'],
  }),
  'members.accept': defineCall({
    access: 'signedIn',
    input: tokenSchema,
    output: z.object({ app: appSchema }),
    errors: ['not-found', 'failed-precondition', 'resource-exhausted'],
  }),
  'members.decline': defineCall({
    access: 'signedIn',
    input: tokenSchema,
    output: z.object({}),
    errors: ['not-found', 'failed-precondition'],
  }),
  'members.setRole': defineCall({
    access: 'developer',
    input: z.object({ appId: idSchema, uid: idSchema, role: memberRoleSchema }),
    output: membersResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  /** Owners remove others; everyone except the publisher may leave. */
  'members.remove': defineCall({
    access: 'signedIn',
    input: z.object({ appId: idSchema, uid: idSchema }),
    output: z.object({}),
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
};
