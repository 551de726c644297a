import { t } from '#shared/languages/translate.ts';
import type { InvitationRole, MemberRole } from '#shared/members/member.ts';

/** The roles to choose from, with what each may do. */
export const MEMBER_ROLE_CHOICES: readonly { value: MemberRole; label: string; help: string }[] = [
  { value: 'viewer', label: t`Viewer`, help: t`Can view versions, reviews and statistics.` },
  {
    value: 'maintainer',
    label: t`Maintainer`,
    help: t`Can also upload, submit and release versions and edit the listing.`,
  },
  {
    value: 'owner',
    label: t`Owner`,
    help: t`Can do everything, including inviting people and unpublishing the app.`,
  },
];

/** Labels of all roles, including the one that only invitations have. */
export const MEMBER_ROLE_LABELS: Record<InvitationRole, string> = {
  viewer: t`Viewer`,
  maintainer: t`Maintainer`,
  owner: t`Owner`,
  publisher: t`Publisher`,
};
