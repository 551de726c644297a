/** The address of every screen (specification section 2), below the base path. */
export const paths = {
  login: '/login',
  /** The sign-in screen that brings the person back to `from`, a path with its search. */
  loginFrom: (from: string) => `/login?redirect=${encodeURIComponent(from)}`,
  signUp: '/login?mode=sign-up',
  onboarding: '/onboarding',
  unauthorized: '/unauthorized',
  dashboard: '/dashboard',
  apps: '/dashboard/apps',
  newApp: '/dashboard/apps/new',
  app: (appId: string) => `/dashboard/apps/${encodeURIComponent(appId)}`,
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
  /** The review of one version. */
  review: (versionId: string) => `/admin?version=${encodeURIComponent(versionId)}`,
  adminApps: '/admin/apps',
  adminUsers: '/admin/users',
  adminSettings: '/admin/settings',
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
