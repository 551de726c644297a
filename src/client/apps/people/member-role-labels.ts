import type { InvitationRole, MemberRole } from '#shared/members/member.ts';

/** The roles to choose from, with what each may do. */
export const MEMBER_ROLE_CHOICES: readonly { value: MemberRole; label: string; help: string }[] = [
  { value: 'viewer', label: 'Viewer', help: 'Can view versions, reviews and statistics.' },
  {
    value: 'maintainer',
    label: 'Maintainer',
    help: 'Can also upload, submit and release versions and edit the listing.',
  },
  {
    value: 'owner',
    label: 'Owner',
    help: 'Can do everything, including inviting people and unpublishing the app.',
  },
];

/** Labels of all roles, including the one that only invitations have. */
export const MEMBER_ROLE_LABELS: Record<InvitationRole, string> = {
  viewer: 'Viewer',
  maintainer: 'Maintainer',
  owner: 'Owner',
  publisher: 'Publisher',
};
