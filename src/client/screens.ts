import type { CallInput, ReadingCall } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { screenPattern } from '#shared/page-start.ts';
import type { Role } from '#shared/users/role.ts';
import type { PagedCall, PagesInput } from './backend/list-pages.ts';

const EVERYONE: readonly Role[] = ['user', 'developer', 'admin'];
const PUBLISHERS: readonly Role[] = ['developer', 'admin'];
const STAFF: readonly Role[] = ['admin'];

/** The parameters of an address. */
type Search = Readonly<Record<string, string>>;

/** Addresses of a screen with parameters, by name: fixed ones, or functions that return the parameters. */
type Views = Readonly<Record<string, Search | ((...values: never[]) => Search)>>;

/** A call's name and input, marked when it reads the first page of a list. */
export type FirstCall =
  | { [Name in ReadingCall]: readonly [Name, CallInput<Name>] }[ReadingCall]
  | { [Name in PagedCall]: readonly [Name, PagesInput<Name>, 'pages'] }[PagedCall];

/** The address of a screen, and who opens it. */
export interface OpenedScreen {
  /** The parts of the path that the record names. */
  readonly params: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly role: Role;
}

/** An entry of the dialog that finds screens and what is in them. */
interface FindEntry<View extends string> {
  readonly group: 'actions' | 'pages';
  readonly label: string;
  /** The view that it opens; the screen itself by default. */
  readonly view?: View;
  /** The roles that find it; those of the screen by default. */
  readonly roles?: readonly Role[];
}

/** The names of the views that need no values. */
type FixedView<Named extends Views> = {
  [Name in keyof Named]: Named[Name] extends Search ? Name : never;
}[keyof Named] &
  string;

/** What the product knows of a screen. */
export interface Screen {
  /** Below the base path; `:name` stands for any part. */
  readonly path: `/${string}`;
  /** The roles that may open it; null for a public screen, which has no frame. */
  readonly roles: readonly Role[] | null;
  readonly title: string;
  /** The file of `src/client` whose default export shows it. */
  readonly module: `${string}-page.tsx`;
  /** Returns the calls that it starts with; they are made while its scripts load. */
  readonly firstCalls?: (opened: OpenedScreen) => readonly FirstCall[];
  readonly views: Views;
  /** The labels of the parts that `?tab=` opens, which are found like settings. */
  readonly parts: Readonly<Record<string, string>>;
  /** The icon of its entry in the menu; no entry without. */
  readonly menu?: MenuIcon;
  readonly find?: readonly FindEntry<string>[];
}

/** The icons of the menu, which `side-menu.tsx` draws. */
export type MenuIcon =
  | 'dashboard'
  | 'apps'
  | 'person'
  | 'settings'
  | 'administration'
  | 'all-apps'
  | 'people'
  | 'system';

interface ScreenRecord<Path, Named extends Views, Parts>
  extends Omit<Screen, 'path' | 'views' | 'parts' | 'find'> {
  readonly path: Path;
  readonly views?: Named;
  readonly parts?: Parts;
  readonly find?: readonly FindEntry<FixedView<NoInfer<Named>>>[];
}

/** Returns a screen whose address, views and parts the compiler knows. */
function screen<
  const Path extends `/${string}`,
  Named extends Views = Record<never, Search>,
  Parts extends Screen['parts'] = Record<never, string>,
>(record: ScreenRecord<Path, Named, Parts>) {
  return { ...record, views: record.views ?? ({} as Named), parts: record.parts ?? ({} as Parts) };
}

/** The publisher's newest apps, which the dashboard shows. */
export const DASHBOARD_APPS = { scope: 'mine', limit: 5 } as const satisfies CallInput<'apps.list'>;

/** The unread notifications, among which the dashboard shows the store's messages; updates are grouped. */
export const DASHBOARD_NOTIFICATIONS = {
  unreadOnly: true,
  grouped: true,
  limit: 50,
} as const satisfies CallInput<'notifications.list'>;

/** The notifications among which the dashboard shows recent decisions; updates are grouped. */
export const DASHBOARD_DECISIONS = {
  grouped: true,
  limit: 20,
} as const satisfies CallInput<'notifications.list'>;

const PUBLISHING_REQUESTS: FirstCall = ['users.list', { publishing: 'waiting' }, 'pages'];

/** The parts of an app's page; without one it is the overview. */
export type AppPart = 'listing' | 'versions' | 'releases' | 'statistics' | 'people' | 'settings';

/**
 * Every screen, in the order of specification section 2. Routes, addresses (`paths.ts`), the menu, the dialog that finds
 * screens, what a page preloads and the tests of all screens derive from it.
 */
export const SCREENS = {
  login: screen({
    path: '/login',
    roles: null,
    title: t`Sign in`,
    module: 'account/sign-in/login-page.tsx',
    views: {
      /** Returns to `from`, a path with its search. */
      loginFrom: (from: string) => ({ redirect: from }),
      signUp: { mode: 'sign-up' },
    },
  }),
  onboarding: screen({
    path: '/onboarding',
    roles: null,
    title: t`Welcome`,
    module: 'account/sign-in/onboarding-page.tsx',
  }),
  unauthorized: screen({
    path: '/unauthorized',
    roles: null,
    title: t`Unauthorized`,
    module: 'account/sign-in/unauthorized-page.tsx',
  }),
  dashboard: screen({
    path: '/dashboard',
    roles: EVERYONE,
    title: t`Dashboard`,
    module: 'dashboard/dashboard-page.tsx',
    menu: 'dashboard',
    views: {
      /** All notifications of the user. */
      notifications: { view: 'notifications' },
      /** The target of the link in an invitation email. */
      invitation: (token: string) => ({ invitation: token }),
    },
    find: [{ group: 'pages', label: t`All notifications`, view: 'notifications' }],
    firstCalls({ search, role }) {
      if (search.size > 0) return [];
      if (role === 'user') return [['notifications.list', DASHBOARD_NOTIFICATIONS]];
      return [
        ['apps.list', DASHBOARD_APPS],
        ['apps.actionRequired', {}],
        ['notifications.list', DASHBOARD_NOTIFICATIONS],
        ['notifications.list', DASHBOARD_DECISIONS],
      ];
    },
  }),
  apps: screen({
    path: '/dashboard/apps',
    roles: EVERYONE,
    title: t`My Apps`,
    module: 'apps/apps-page.tsx',
    menu: 'apps',
    firstCalls: ({ search }) => (search.size > 0 ? [] : [['apps.list', { scope: 'mine' }, 'pages']]),
  }),
  newApp: screen({
    path: '/dashboard/apps/new',
    roles: EVERYONE,
    title: t`New app`,
    module: 'apps/new-app/new-app-page.tsx',
    find: [{ group: 'actions', label: t`Create an app`, roles: PUBLISHERS }],
  }),
  app: screen({
    path: '/dashboard/apps/:appId',
    roles: EVERYONE,
    title: t`App`,
    module: 'apps/app-page.tsx',
    views: {
      appPart: (part: AppPart) => ({ tab: part }),
      /** The app's page with one version open. */
      version: (versionId: string) => ({ version: versionId }),
    },
    firstCalls: ({ params: { appId = '' } }) => [['apps.get', { appId }]],
  }),
  newVersion: screen({
    path: '/dashboard/apps/:appId/versions/new',
    roles: EVERYONE,
    title: t`Upload a version`,
    module: 'apps/uploads/new-version-page.tsx',
    views: {
      /** Continues an unfinished upload. */
      upload: (versionId: string) => ({ version: versionId }),
    },
  }),
  profile: screen({
    path: '/dashboard/profile',
    roles: EVERYONE,
    title: t`Profile`,
    module: 'account/profile/profile-page.tsx',
    menu: 'person',
  }),
  settings: screen({
    path: '/dashboard/settings',
    roles: EVERYONE,
    title: t`Settings`,
    module: 'account/settings/settings-page.tsx',
    menu: 'settings',
    views: { settingsPart: (part: string) => ({ tab: part }) },
    parts: {
      general: t`General`,
      notifications: t`Notifications`,
      security: t`Security`,
      usage: t`Usage`,
      account: t`Account`,
    },
  }),
  api: screen({
    path: '/dashboard/api',
    roles: EVERYONE,
    title: t`API`,
    module: 'api/api-page.tsx',
    views: {
      /** The program that waits with a code to be signed in. */
      programSignIn: (code: string) => ({ code }),
    },
    find: [
      { group: 'actions', label: t`Manage API tokens` },
      { group: 'pages', label: t`API` },
    ],
  }),
  admin: screen({
    path: '/admin',
    roles: STAFF,
    title: t`Admin Dashboard`,
    module: 'admin-page.tsx',
    menu: 'administration',
    views: {
      /** With the set-up checklist, even if it is done. */
      setup: { setup: 'open' },
      announcements: { view: 'announcements' },
      /** Listing changes that need approval, and those that went live without. */
      listings: { view: 'listings' },
      /** The review of one app's listing. */
      listingReview: (appId: string) => ({ listing: appId }),
      /** The versions that wait for a decision. */
      queue: { view: 'queue' },
      /** The review queue with filters, such as `{ has: 'overdue' }`. */
      queueOf: (filters: Search) => ({ view: 'queue', ...filters }),
      /** Holds, blocks and stops. */
      holds: { view: 'holds' },
      audit: { view: 'audit' },
      /** The audit log with filters, such as `{ app: appId }` or `{ event: 'version.rejected', from: '2026-01-31' }`. */
      auditOf: (filters: Search) => ({ view: 'audit', ...filters }),
      /** The review of one version. */
      review: (versionId: string) => ({ version: versionId }),
    },
    find: [
      { group: 'actions', label: t`Review the next versions`, view: 'queue' },
      { group: 'actions', label: t`Announce something`, view: 'announcements' },
      { group: 'pages', label: t`Listing changes`, view: 'listings' },
      { group: 'pages', label: t`Holds`, view: 'holds' },
      { group: 'pages', label: t`Audit log`, view: 'audit' },
      { group: 'pages', label: t`Set-up checklist`, view: 'setup' },
    ],
    firstCalls({ search }) {
      const versionId = search.get('version');
      if (versionId !== null) return [['reviews.get', { versionId }]];
      if (`${search}` === 'view=queue') {
        return [
          ['reviews.queue', {}, 'pages'],
          ['reviews.queueSummary', {}],
        ];
      }
      if (search.size > 0) return [];
      return [
        ['admin.overview', {}],
        ['setup.getChecklist', {}],
        ['admin.removalRequests', {}],
        PUBLISHING_REQUESTS,
      ];
    },
  }),
  adminApps: screen({
    path: '/admin/apps',
    roles: STAFF,
    title: t`App Management`,
    module: 'admin/apps/admin-apps-page.tsx',
    menu: 'all-apps',
    views: {
      /** One app as store staff see it: its history, removal and restoration. */
      adminApp: (appId: string) => ({ app: appId }),
      /** The apps of one status. */
      adminAppsOf: (status: string) => ({ status }),
    },
  }),
  adminUsers: screen({
    path: '/admin/users',
    roles: STAFF,
    title: t`User Management`,
    module: 'admin/users/admin-users-page.tsx',
    menu: 'people',
    views: {
      /** The users with one role or status. */
      adminUsersOf: (filter: 'role' | 'status', value: string) => ({ [filter]: value }),
      /** One user in the list of all. */
      adminPerson: (uid: string) => ({ q: uid }),
    },
    firstCalls: ({ search }) => (search.size > 0 ? [] : [['users.list', {}, 'pages'], PUBLISHING_REQUESTS]),
  }),
  adminSettings: screen({
    path: '/admin/settings',
    roles: STAFF,
    title: t`System Settings`,
    module: 'admin/settings/admin-settings-page.tsx',
    menu: 'system',
    views: { adminSettingsPart: (part: string) => ({ tab: part }) },
    parts: {
      store: t`Store`,
      publishing: t`Publishing`,
      review: t`Review`,
      rules: t`Package rules`,
      limits: t`Limits`,
      categories: t`Categories`,
      legal: t`Legal texts`,
      email: t`Email`,
      storage: t`Storage`,
      privacy: t`Privacy`,
      history: t`History`,
    },
  }),
};

/** All screens with their names, in their order. */
export const ALL_SCREENS: readonly (readonly [string, Screen])[] = Object.entries<Screen>(SCREENS);

/** A path below the base path, and the search part of its address. */
export interface Address {
  readonly pathname: string;
  readonly search: string;
}

/** Returns the calls with which the screen of an address starts for a user. */
export function firstCallsOf(
  { pathname, search }: Address,
  { role, onboardingCompleted }: { readonly role: Role; readonly onboardingCompleted: boolean },
): readonly FirstCall[] {
  // Every address leads to onboarding first.
  if (!onboardingCompleted) return [];
  for (const [, { path, roles, firstCalls }] of ALL_SCREENS) {
    const params = matchPath(path, pathname);
    if (params === null) continue;
    const mayOpen = roles?.includes(role) === true;
    return (mayOpen && firstCalls?.({ params, search: new URLSearchParams(search), role })) || [];
  }
  return [];
}

/** Returns the parts of a path that a record names; null for the path of another screen, or one that isn't well-formed. */
function matchPath(path: string, pathname: string): Record<string, string> | null {
  const found = screenPattern(path).exec(pathname);
  if (found === null) return null;
  try {
    return Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, part]) => [name, decodeURIComponent(part)]),
    );
  } catch {
    return null;
  }
}
