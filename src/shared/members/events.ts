import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { invitationRoleSchema, memberRoleSchema } from './member.ts';

const invitation = z.object({ email: z.string(), role: invitationRoleSchema });
const membership = z.object({ role: memberRoleSchema });

export const memberEvents = {
  'member.invited': defineEvent({
    subject: 'app',
    details: invitation,
    label: 'Invited',
    sentence: 'invited {email} to {app}',
    changes: ['members'],
  }),
  'member.invitation-revoked': defineEvent({
    subject: 'app',
    details: invitation,
    label: 'Invitation revoked',
    sentence: 'revoked the invitation for {email} to {app}',
    changes: ['members'],
  }),
  'member.joined': defineEvent({
    subject: 'member',
    details: membership,
    label: 'Joined',
    sentence: 'joined {app} as {role}',
    changes: ['members', 'apps'],
  }),
  'member.declined': defineEvent({
    subject: 'app',
    details: invitation,
    label: 'Declined to join',
    sentence: 'declined to join {app}',
    changes: ['members'],
  }),
  'member.role-changed': defineEvent({
    subject: 'member',
    details: z.object({ from: memberRoleSchema, to: memberRoleSchema }),
    label: 'Role changed',
    sentence: 'made {subject} {to} of {app}',
    changes: ['members', 'apps'],
  }),
  'member.removed': defineEvent({
    subject: 'member',
    details: membership,
    label: 'Removed',
    sentence: 'removed {subject} from {app}',
    changes: ['members', 'apps'],
  }),
  'member.left': defineEvent({
    subject: 'member',
    details: membership,
    label: 'Left',
    sentence: 'left {app}',
    changes: ['members', 'apps'],
  }),
};
