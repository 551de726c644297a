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
