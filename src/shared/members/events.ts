import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { invitationRoleSchema, memberRoleSchema } from './member.ts';

const invitation = z.object({ email: z.string(), role: invitationRoleSchema });
const membership = z.object({ role: memberRoleSchema });

export const memberEvents = {
  'member.invited': defineEvent({
    subject: 'app',
    details: invitation,
    label: t`Invited`,
    sentence: t`invited {email} to {app}`,
    changes: ['members'],
  }),
  'member.invitation-revoked': defineEvent({
    subject: 'app',
    details: invitation,
    label: t`Invitation revoked`,
    sentence: t`revoked the invitation for {email} to {app}`,
    changes: ['members'],
  }),
  'member.joined': defineEvent({
    subject: 'member',
    details: membership,
    label: t`Joined`,
    sentence: t`joined {app} as {role}`,
    changes: ['members', 'apps'],
  }),
  'member.declined': defineEvent({
    subject: 'app',
    details: invitation,
    label: t`Declined to join`,
    sentence: t`declined to join {app}`,
    changes: ['members'],
  }),
  'member.role-changed': defineEvent({
    subject: 'member',
    details: z.object({ from: memberRoleSchema, to: memberRoleSchema }),
    label: t`Role changed`,
    sentence: t`made {subject} {to} of {app}`,
    changes: ['members', 'apps'],
  }),
  'member.removed': defineEvent({
    subject: 'member',
    details: membership,
    label: t`Removed`,
    sentence: t`removed {subject} from {app}`,
    changes: ['members', 'apps'],
  }),
  'member.left': defineEvent({
    subject: 'member',
    details: membership,
    label: t`Left`,
    sentence: t`left {app}`,
    changes: ['members', 'apps'],
  }),
};
