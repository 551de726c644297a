import { z } from 'zod';
import { t } from '../languages/translate.ts';

/** Roles in an app: a viewer reads, a maintainer also uploads and submits, an owner does everything. */
export const MEMBER_ROLES = ['viewer', 'maintainer', 'owner'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** An invitation's role, or `publisher` to transfer the app. */
export type InvitationRole = MemberRole | 'publisher';

/** Returns true when a role includes another one. */
export function includesRole(role: MemberRole, needed: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(needed);
}

/** A caller's role in an app: that of a member, or a store admin who can only view. */
export type AppRole = MemberRole | 'admin';

const DENIAL_REASONS: Record<MemberRole, string> = {
  get viewer() {
    return t`Only members of this app can do this.`;
  },
  get maintainer() {
    return t`Only owners and maintainers of this app can do this.`;
  },
  get owner() {
    return t`Only owners of this app can do this.`;
  },
};

/**
 * Returns why a role does not allow an action, as a sentence; null when it does. Store admins who are not
 * members can only view. The same rule guards the server and disables the button.
 */
export function roleDenialReason(role: AppRole, needed: MemberRole): string | null {
  const isEnough = role === 'admin' ? needed === 'viewer' : includesRole(role, needed);
  return isEnough ? null : DENIAL_REASONS[needed];
}

export const memberRoleSchema = z.enum(MEMBER_ROLES);

export const invitationRoleSchema = z.enum([...MEMBER_ROLES, 'publisher']);
