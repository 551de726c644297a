import { paths, SETTINGS_PARTS, SYSTEM_SETTINGS_PARTS } from '#client/paths.ts';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import type { Role } from '#shared/users/role.ts';
import { ADMIN_ENTRIES, GENERAL_ENTRIES } from './menu-entries.ts';

/** Something that can be found and opened. */
export interface Destination {
  readonly group: 'apps' | 'versions' | 'people' | 'actions' | 'pages' | 'settings';
  readonly label: string;
  /** Tells it apart from others of the same name. */
  readonly detail?: string;
  readonly href: string;
}

interface OfRole extends Destination {
  /** The roles that may open it; everyone without. */
  readonly roles?: readonly Role[];
}

const PUBLISHERS = ['developer', 'admin'] as const;
const STAFF = ['admin'] as const;

/** Everything that has a fixed address, in the order in which it is offered. */
const FIXED: readonly OfRole[] = [
  { group: 'actions', label: t`Create an app`, href: paths.newApp, roles: PUBLISHERS },
  { group: 'actions', label: t`Manage API tokens`, href: paths.api },
  { group: 'actions', label: t`Review the next versions`, href: paths.queue, roles: STAFF },
  { group: 'actions', label: t`Announce something`, href: paths.announcements, roles: STAFF },
  ...GENERAL_ENTRIES.map(({ label, href }) => ({ group: 'pages', label, href }) as const),
  { group: 'pages', label: t`All notifications`, href: paths.notifications },
  { group: 'pages', label: t`API`, href: paths.api },
  ...ADMIN_ENTRIES.map(({ label, href }) => ({ group: 'pages', label, href, roles: STAFF }) as const),
  { group: 'pages', label: t`Listing changes`, href: paths.listings, roles: STAFF },
  { group: 'pages', label: t`Holds`, href: paths.holds, roles: STAFF },
  { group: 'pages', label: t`Audit log`, href: paths.audit, roles: STAFF },
  { group: 'pages', label: t`Set-up checklist`, href: paths.setup, roles: STAFF },
  ...Object.entries(SETTINGS_PARTS).map(
    ([part, label]) =>
      ({ group: 'settings', label, detail: t`Settings`, href: paths.settingsPart(part) }) as const,
  ),
  ...Object.entries(SYSTEM_SETTINGS_PARTS).map(
    ([part, label]) =>
      ({
        group: 'settings',
        label,
        detail: t`System Settings`,
        href: paths.adminSettingsPart(part),
        roles: STAFF,
      }) as const,
  ),
];

/** Returns what has a fixed address, may be opened with this role, and has all words of the query in its name. */
export function findFixed(role: Role, query: string): Destination[] {
  const words = query.toLowerCase().split(/\s+/);
  return FIXED.filter(({ roles = [role] }) => roles.includes(role)).filter(({ label, detail = '' }) => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns an app and its newest version: in the console of their publisher, or for staff in that of the store. */
export function destinationsOf(app: App, role: Role): Destination[] {
  const { id, name, applicationId, latestVersion } = app;
  const isStaff = role === 'admin';
  const found: Destination[] = [
    { group: 'apps', label: name, detail: applicationId, href: isStaff ? paths.adminApp(id) : paths.app(id) },
  ];
  if (latestVersion?.versionName) {
    const href = isStaff ? paths.review(latestVersion.id) : paths.version(id, latestVersion.id);
    found.push({
      group: 'versions',
      label: `${name} ${latestVersion.versionName}`,
      detail: applicationId,
      href,
    });
  }
  return found;
}
