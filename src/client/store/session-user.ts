import type { User } from '#shared/users/calls.ts';
import { normaliseRole, type Role } from '#shared/users/role.ts';

/** The session user of specification section 3, as the client holds it. */
export interface SessionUser {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly photoURL: string | null;
  readonly role: Role;
  readonly developerName: string | null;
  readonly developerType: User['developerType'];
  readonly onboardingCompleted: boolean;
}

/** Returns the session user of a stored user record; its role is normalised. */
export function sessionUserOf(record: User): SessionUser {
  return {
    uid: record.uid,
    email: record.email,
    displayName: record.displayName,
    photoURL: record.photoURL,
    role: normaliseRole(record.role),
    developerName: record.developerName,
    developerType: record.developerType,
    onboardingCompleted: record.onboardingCompleted,
  };
}
