import { t } from '#shared/languages/translate.ts';
import type { Role } from '#shared/users/role.ts';

/** The name and permissions of each role (specification section 6). */
export const ROLE_LABELS: Readonly<Record<Role, { name: string; plural: string; allows: string }>> = {
  user: { name: t`User`, plural: t`Users`, allows: t`Can browse and manage their own account.` },
  developer: {
    name: t`Developer`,
    plural: t`Developers`,
    allows: t`Can also create apps and upload versions.`,
  },
  admin: {
    name: t`Admin`,
    plural: t`Admins`,
    allows: t`Can also review versions and manage all apps, users and settings.`,
  },
};
