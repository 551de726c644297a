import { z } from 'zod';

/** What a person may do with an app: a viewer reads, a maintainer also uploads and submits, an owner does everything. */
export const MEMBER_ROLES = ['viewer', 'maintainer', 'owner'] as const;
export const memberRoleSchema = z.enum(MEMBER_ROLES);
export type MemberRole = z.infer<typeof memberRoleSchema>;

/** What an invitation offers: a role, or to become the app's publisher in place of the present one. */
export const invitationRoleSchema = z.enum([...MEMBER_ROLES, 'publisher']);
export type InvitationRole = z.infer<typeof invitationRoleSchema>;

/** Whether a role includes what another one allows. */
export function includesRole(role: MemberRole, needed: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(needed);
}

/** What somebody may do with an app: what its members may, or read it as an admin of the store. */
export type AppRole = MemberRole | 'admin';

const DOES: Record<MemberRole, string> = {
  viewer: 'members of this app',
  maintainer: 'owners and maintainers of this app',
  owner: 'owners of this app',
};

/**
 * Why somebody in this role may not do what needs another one, as a sentence; null when they may. Admins of the store
 * who are no members read. The same rule guards the server and disables the button.
 */
export function whyNotRole(role: AppRole, needed: MemberRole): string | null {
  const isEnough = role === 'admin' ? needed === 'viewer' : includesRole(role, needed);
  return isEnough ? null : `Only ${DOES[needed]} may do this.`;
}
