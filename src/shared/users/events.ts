import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { ROLES } from './role.ts';

const nothing = z.object({});
const roleSchema = z.enum(ROLES);
/** Set where the operator acted on the command line. */
const operator = z.literal('operator').optional();
const reason = z.object({ reason: z.string() });
const quotas = z.record(z.string(), z.number().nullable());

export const userEvents = {
  'user.first-admin-created': defineEvent({
    subject: 'user',
    details: nothing,
    label: 'First admin created',
    sentence: 'made {subject} the first admin',
    changes: ['users', 'account'],
  }),
  'user.onboarded': defineEvent({
    subject: 'user',
    details: z.object({
      intent: z.enum(['publish', 'browse']),
      termsVersion: z.string(),
      role: roleSchema,
    }),
    label: 'Onboarded',
    sentence: 'finished onboarding',
    changes: ['users', 'account'],
  }),
  'user.asked-to-publish': defineEvent({
    subject: 'user',
    details: z.object({ policy: z.string(), role: roleSchema }),
    label: 'Asked to publish',
    sentence: 'asked to publish',
    changes: ['users', 'account'],
  }),
  'user.publishing-approved': defineEvent({
    subject: 'user',
    details: nothing,
    label: 'Approved to publish',
    sentence: 'approved {subject} to publish',
    changes: ['users', 'account'],
  }),
  'user.publishing-declined': defineEvent({
    subject: 'user',
    details: reason,
    label: 'Request to publish declined',
    sentence: 'declined {subject}’s request to publish',
    changes: ['users', 'account'],
  }),
  'user.role-changed': defineEvent({
    subject: 'user',
    details: z.object({ from: roleSchema, to: roleSchema, by: operator }),
    label: 'Role changed',
    sentence: 'changed the role of {subject} from {from} to {to}',
    changes: ['users', 'account'],
  }),
  'user.developer-name-changed': defineEvent({
    subject: 'user',
    details: z.object({ from: z.string().nullable(), to: z.string() }),
    label: 'Developer name changed',
    sentence: 'changed their developer name to “{to}”',
    changes: ['users', 'account', 'apps', 'listings', 'reviews'],
  }),
  'user.verified': defineEvent({
    subject: 'user',
    details: nothing,
    label: 'Verified',
    sentence: 'verified {subject}',
    changes: ['users', 'account'],
  }),
  'user.unverified': defineEvent({
    subject: 'user',
    details: nothing,
    label: 'Verified badge removed',
    sentence: 'removed the verified badge from {subject}',
    changes: ['users', 'account'],
  }),
  'user.suspended': defineEvent({
    subject: 'user',
    details: reason,
    label: 'Suspended',
    sentence: 'suspended {subject}',
    changes: ['users', 'account'],
  }),
  'user.unsuspended': defineEvent({
    subject: 'user',
    details: reason,
    label: 'Suspension lifted',
    sentence: 'lifted the suspension of {subject}',
    changes: ['users', 'account'],
  }),
  'user.quotas-changed': defineEvent({
    subject: 'user',
    details: z.object({ before: quotas, after: quotas }),
    label: 'Quotas changed',
    sentence: 'changed the quotas of {subject}',
    changes: ['users', 'quotas'],
  }),
  'user.deleted': defineEvent({
    subject: 'user',
    details: z.object({ reason: z.string().optional() }),
    label: 'Deleted',
    sentence: 'deleted their account',
    changes: ['users', 'account'],
  }),
};
