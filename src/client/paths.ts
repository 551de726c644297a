import { t } from '#shared/languages/translate.ts';
/** The parts of an app's page; without one it is the overview. */
export type AppPart = 'listing' | 'versions' | 'releases' | 'statistics' | 'people' | 'settings';

/** The parts of the person's settings, with their labels. */
export const SETTINGS_PARTS = {
  general: t`General`,
  notifications: t`Notifications`,
  security: t`Security`,
  usage: t`Usage`,
  account: t`Account`,
} as const;

/** The parts of the store's settings, with their labels. */
export const SYSTEM_SETTINGS_PARTS = {
  store: t`Store`,
  publishing: t`Publishing`,
  review: t`Review`,
  rules: t`Package rules`,
  limits: t`Limits`,
  categories: t`Categories`,
  terms: t`Terms`,
  email: t`Email`,
  storage: t`Storage`,
  privacy: t`Privacy`,
  history: t`History`,
} as const;

/** The address of every screen (specification section 2), below the base path. */
export const paths = {
  login: '/login',
  /** The sign-in screen that returns to `from`, a path with its search. */
  loginFrom: (from: string) => `/login?redirect=${encodeURIComponent(from)}`,
  signUp: '/login?mode=sign-up',
  onboarding: '/onboarding',
  unauthorized: '/unauthorized',
  dashboard: '/dashboard',
  /** All notifications of the user. */
  notifications: '/dashboard?view=notifications',
  /** The target of the link in an invitation email. */
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
  /** Continues an unfinished upload. */
  upload: (appId: string, versionId: string) =>
    `/dashboard/apps/${encodeURIComponent(appId)}/versions/new?version=${encodeURIComponent(versionId)}`,
  profile: '/dashboard/profile',
  settings: '/dashboard/settings',
  /** One part of the person's settings. */
  settingsPart: (part: string) => `/dashboard/settings?tab=${part}`,
  api: '/dashboard/api',
  /** The program that waits with a code to be signed in. */
  programSignIn: (code: string) => `/dashboard/api?code=${encodeURIComponent(code)}`,
  admin: '/admin',
  /** The Admin Dashboard with the set-up checklist, even if it is done. */
  setup: '/admin?setup=open',
  announcements: '/admin?view=announcements',
  /** Listing changes that need approval, and those that went live without. */
  listings: '/admin?view=listings',
  /** The review of one app's listing. */
  listingReview: (appId: string) => `/admin?listing=${encodeURIComponent(appId)}`,
  /** The versions that wait for a decision. */
  queue: '/admin?view=queue',
  /** The review queue with filters, such as `{ has: 'overdue' }`. */
  queueOf: (filters: Readonly<Record<string, string>>) =>
    `/admin?${new URLSearchParams({ view: 'queue', ...filters })}`,
  /** Holds, blocks and stops. */
  holds: '/admin?view=holds',
  audit: '/admin?view=audit',
  /** The audit log with filters, such as `{ app: appId }` or `{ event: 'version.rejected', from: '2026-01-31' }`. */
  auditOf: (filters: Readonly<Record<string, string>>) =>
    `/admin?${new URLSearchParams({ view: 'audit', ...filters })}`,
  /** The review of one version. */
  review: (versionId: string) => `/admin?version=${encodeURIComponent(versionId)}`,
  adminApps: '/admin/apps',
  /** One app as store staff see it: its history, removal and restoration. */
  adminApp: (appId: string) => `/admin/apps?app=${encodeURIComponent(appId)}`,
  /** The apps of one status. */
  adminAppsOf: (status: string) => `/admin/apps?status=${status}`,
  adminUsers: '/admin/users',
  /** The users with one role or status. */
  adminUsersOf: (filter: 'role' | 'status', value: string) => `/admin/users?${filter}=${value}`,
  /** One user in the list of all. */
  adminPerson: (uid: string) => `/admin/users?q=${encodeURIComponent(uid)}`,
  adminSettings: '/admin/settings',
  /** One part of the store's settings. */
  adminSettingsPart: (part: string) => `/admin/settings?tab=${part}`,
} as const;

/**
 * Returns the search part of the address with one filter set, or removed when empty. Reads the address itself,
 * because the screen may be behind it when two filters change quickly.
 */
export function withFilter(name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(window.location.search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
