import { z } from 'zod';
import { declineSchema } from '../account/deletion.ts';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { ROLES } from './role.ts';

const nothing = z.object({});
const roleSchema = z.enum(ROLES);
/** Set where the operator acted on the command line. */
const operator = z.literal('operator').optional();
const invitation = z.object({ email: z.string(), role: roleSchema });
/** How the link of an invitation reached the person: by email, or from an admin. */
const linkSchema = z.enum(['email', 'link']);
const reason = z.object({ reason: z.string() });
const quotas = z.record(z.string(), z.number().nullable());

export const userEvents = {
  'user.first-admin-created': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`First admin created`,
    sentence: t`made {subject} the first admin`,
    changes: ['users', 'account'],
  }),
  'user.admin-created': defineEvent({
    subject: 'user',
    details: z.object({ by: z.literal('operator') }),
    label: t`Admin created`,
    sentence: t`created the admin {subject}`,
    changes: ['users', 'account'],
  }),
  'user.invited': defineEvent({
    subject: 'store',
    details: invitation.extend({ link: linkSchema }),
    label: t`Invited to the store`,
    sentence: t`invited {email} to the store as {role}`,
    changes: ['users'],
  }),
  'user.invitation-revoked': defineEvent({
    subject: 'store',
    details: invitation,
    label: t`Invitation to the store revoked`,
    sentence: t`revoked the invitation of {email} to the store`,
    changes: ['users'],
  }),
  'user.joined': defineEvent({
    subject: 'user',
    details: z.object({ role: roleSchema, link: linkSchema }),
    label: t`Joined the store`,
    sentence: t`joined the store as {role}`,
    changes: ['users', 'account'],
  }),
  'user.onboarded': defineEvent({
    subject: 'user',
    details: z.object({
      intent: z.enum(['publish', 'browse']),
      termsVersion: z.string(),
      role: roleSchema,
    }),
    label: t`Onboarded`,
    sentence: t`finished onboarding`,
    changes: ['users', 'account'],
  }),
  'user.asked-to-publish': defineEvent({
    subject: 'user',
    details: z.object({ policy: z.string(), role: roleSchema }),
    label: t`Asked to publish`,
    sentence: t`asked to publish`,
    changes: ['users', 'account'],
  }),
  'user.publishing-approved': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Approved to publish`,
    sentence: t`approved {subject} to publish`,
    changes: ['users', 'account'],
  }),
  'user.publishing-declined': defineEvent({
    subject: 'user',
    details: reason,
    label: t`Request to publish declined`,
    sentence: t`declined {subject}’s request to publish`,
    changes: ['users', 'account'],
  }),
  'user.role-changed': defineEvent({
    subject: 'user',
    details: z.object({ from: roleSchema, to: roleSchema, by: operator }),
    label: t`Role changed`,
    sentence: t`changed the role of {subject} from {from} to {to}`,
    changes: ['users', 'account'],
  }),
  'user.developer-name-changed': defineEvent({
    subject: 'user',
    details: z.object({ from: z.string().nullable(), to: z.string() }),
    label: t`Developer name changed`,
    sentence: t`changed their developer name to “{to}”`,
    changes: ['users', 'account', 'apps', 'listings', 'reviews'],
  }),
  'user.verified': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Verified`,
    sentence: t`verified {subject}`,
    changes: ['users', 'account'],
  }),
  'user.unverified': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Verified badge removed`,
    sentence: t`removed the verified badge from {subject}`,
    changes: ['users', 'account'],
  }),
  'user.suspended': defineEvent({
    subject: 'user',
    details: reason,
    label: t`Suspended`,
    sentence: t`suspended {subject}`,
    changes: ['users', 'account'],
  }),
  'user.unsuspended': defineEvent({
    subject: 'user',
    details: reason,
    label: t`Suspension lifted`,
    sentence: t`lifted the suspension of {subject}`,
    changes: ['users', 'account'],
  }),
  'user.quotas-changed': defineEvent({
    subject: 'user',
    details: z.object({ before: quotas, after: quotas }),
    label: t`Quotas changed`,
    sentence: t`changed the quotas of {subject}`,
    changes: ['users', 'quotas'],
  }),
  'user.deletion-requested': defineEvent({
    subject: 'user',
    details: z.object({ deleteAt: z.string(), apps: z.number() }),
    label: t`Account deletion requested`,
    sentence: t`asked for the deletion of their account`,
    changes: ['users', 'account'],
  }),
  'user.deletion-withdrawn': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Account deletion withdrawn`,
    sentence: t`withdrew the deletion of their account`,
    changes: ['users', 'account'],
  }),
  'user.deletion-declined': defineEvent({
    subject: 'user',
    details: declineSchema,
    label: t`Account deletion declined`,
    sentence: t`declined the deletion of the account of {subject}`,
    changes: ['users', 'account'],
  }),
  'user.deleted-on-request': defineEvent({
    subject: 'user',
    details: nothing,
    label: t`Deleted on request`,
    sentence: t`deleted the account of {subject} as they asked`,
    changes: ['users', 'account'],
  }),
  'user.deleted': defineEvent({
    subject: 'user',
    details: z.object({ reason: z.string().optional() }),
    label: t`Deleted`,
    sentence: t`deleted their account`,
    changes: ['users', 'account'],
  }),
};
