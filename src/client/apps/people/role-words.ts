import type { InvitationRole, MemberRole } from '#shared/members/member.ts';

/** The roles to choose from, with what each may do. */
export const ROLE_CHOICES: readonly { value: MemberRole; label: string; help: string }[] = [
  { value: 'viewer', label: 'Viewer', help: 'Sees versions, reviews and figures.' },
  {
    value: 'maintainer',
    label: 'Maintainer',
    help: 'Also uploads, submits, releases and edits the listing.',
  },
  {
    value: 'owner',
    label: 'Owner',
    help: 'Does everything, including inviting others and unpublishing the app.',
  },
];

/** What a role, or an invitation's offer, is called. */
export const ROLE_WORDS: Record<InvitationRole, string> = {
  viewer: 'Viewer',
  maintainer: 'Maintainer',
  owner: 'Owner',
  publisher: 'Publisher',
};
