import { z } from 'zod';
import { appSchema } from '../apps/app.ts';
import { defineCall } from '../call.ts';
import { invitationRoleSchema, memberRoleSchema } from './member.ts';

const memberSchema = z.object({
  uid: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  role: memberRoleSchema,
  /** Whose name people see; always an owner, until somebody accepts to be the publisher instead. */
  isPublisher: z.boolean(),
  since: z.iso.datetime(),
});
export type Member = z.infer<typeof memberSchema>;

const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: invitationRoleSchema,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitationSchema>;

const membersResult = z.object({
  /** The publisher first, then by name. */
  members: z.array(memberSchema),
  /** For owners; empty for others. */
  invitations: z.array(invitationSchema),
});

/** The secret of the link in the mail. */
const tokenSchema = z.object({ token: z.string().min(1).max(200) });

/** What an owner enters to invite somebody; the dialog and the server read the same schema. */
export const newInvitationSchema = z.object({
  appId: z.string(),
  email: z.email('Enter an email address, such as someone@example.org.').max(254),
  /** `publisher` hands the app over to them. */
  role: invitationRoleSchema,
});

export const memberCalls = {
  'members.list': defineCall({
    access: 'signedIn',
    input: z.object({ appId: z.string() }),
    output: membersResult,
    errors: ['not-found'],
  }),
  'members.invite': defineCall({
    access: 'developer',
    input: newInvitationSchema,
    output: z.object({ invitation: invitationSchema }),
    errors: [
      'not-found',
      'permission-denied',
      'failed-precondition',
      'already-exists',
      'resource-exhausted',
      'unavailable',
    ],
  }),
  'members.revokeInvitation': defineCall({
    access: 'developer',
    input: z.object({ invitationId: z.string() }),
    output: z.object({}),
    errors: ['not-found', 'permission-denied'],
  }),
  'members.getInvitation': defineCall({
    access: 'signedIn',
    input: tokenSchema,
    output: z.object({
      invitation: z.object({
        appId: z.string(),
        appName: z.string(),
        email: z.string(),
        role: invitationRoleSchema,
        invitedByName: z.string().nullable(),
        expiresAt: z.iso.datetime(),
      }),
      /** Why the caller cannot accept it, as a sentence; null when they can. */
      whyNot: z.string().nullable(),
    }),
    errors: ['not-found'],
  }),
  'members.accept': defineCall({
    access: 'signedIn',
    input: tokenSchema,
    output: z.object({ app: appSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'members.decline': defineCall({
    access: 'signedIn',
    input: tokenSchema,
    output: z.object({}),
    errors: ['not-found', 'failed-precondition'],
  }),
  'members.setRole': defineCall({
    access: 'developer',
    input: z.object({ appId: z.string(), uid: z.string(), role: memberRoleSchema }),
    output: membersResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  /** Owners remove others; everybody but the publisher may leave. */
  'members.remove': defineCall({
    access: 'signedIn',
    input: z.object({ appId: z.string(), uid: z.string() }),
    output: z.object({}),
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
};
