import type { Role } from '#shared/users/role.ts';

/** What each role is called and allows (specification section 6). */
export const ROLE_WORDS: Readonly<Record<Role, { name: string; allows: string }>> = {
  user: { name: 'User', allows: 'Looks around and keeps their own account.' },
  developer: { name: 'Developer', allows: 'Also creates apps and uploads versions of them.' },
  admin: { name: 'Admin', allows: 'Also reviews versions and manages all apps, people and settings.' },
};
