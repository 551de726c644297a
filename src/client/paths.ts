/** The parts of an app's page; without one it is the overview. */
export type AppPart = 'listing' | 'versions' | 'releases' | 'statistics' | 'people' | 'settings';

/** The address of every screen (specification section 2), below the base path. */
export const paths = {
  login: '/login',
  /** The sign-in screen that brings the person back to `from`, a path with its search. */
  loginFrom: (from: string) => `/login?redirect=${encodeURIComponent(from)}`,
  signUp: '/login?mode=sign-up',
  onboarding: '/onboarding',
  unauthorized: '/unauthorized',
  dashboard: '/dashboard',
  /** All notifications of the person. */
  notifications: '/dashboard?view=notifications',
  /** Where the mail of an invitation to an app leads. */
  invitation: (token: string) => `/dashboard?invitation=${encodeURIComponent(token)}`,
  apps: '/dashboard/apps',
  newApp: '/dashboard/apps/new',
  app: (appId: string) => `/dashboard/apps/${encodeURIComponent(appId)}`,
  /** One part of an app's page. */
  appPart: (appId: string, part: AppPart) => `/dashboard/apps/${encodeURIComponent(appId)}?tab=${part}`,
  newVersion: (appId: string) => `/dashboard/apps/${encodeURIComponent(appId)}/versions/new`,
  /** The app's page with one version open. */
  version: (appId: string, versionId: string) =>
    `/dashboard/apps/${encodeURIComponent(appId)}?version=${encodeURIComponent(versionId)}`,
  /** Where an upload that was begun goes on. */
  upload: (appId: string, versionId: string) =>
    `/dashboard/apps/${encodeURIComponent(appId)}/versions/new?version=${encodeURIComponent(versionId)}`,
  profile: '/dashboard/profile',
  settings: '/dashboard/settings',
  api: '/dashboard/api',
  admin: '/admin',
  announcements: '/admin?view=announcements',
  audit: '/admin?view=audit',
  /** The audit log with filters, such as `{ app: appId }` or `{ event: 'version.rejected', from: '2026-01-31' }`. */
  auditOf: (filters: Readonly<Record<string, string>>) =>
    `/admin?${new URLSearchParams({ view: 'audit', ...filters })}`,
  /** The review of one version. */
  review: (versionId: string) => `/admin?version=${encodeURIComponent(versionId)}`,
  adminApps: '/admin/apps',
  /** One app as the store's people see it: its history, removal and restoration. */
  adminApp: (appId: string) => `/admin/apps?app=${encodeURIComponent(appId)}`,
  /** The apps of one status. */
  adminAppsOf: (status: string) => `/admin/apps?status=${status}`,
  adminUsers: '/admin/users',
  /** The people of one role or standing. */
  adminUsersOf: (filter: 'role' | 'standing', value: string) => `/admin/users?${filter}=${value}`,
  /** One person in the list of all. */
  adminPerson: (uid: string) => `/admin/users?q=${encodeURIComponent(uid)}`,
  adminSettings: '/admin/settings',
  /** One part of the store's settings. */
  adminSettingsPart: (part: string) => `/admin/settings?tab=${part}`,
} as const;

/** The search part of an address with one filter set, or taken out where it says nothing. */
export function withFilter(
  search: URLSearchParams,
  name: string,
  value: string | undefined,
): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
