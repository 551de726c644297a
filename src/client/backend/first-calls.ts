import type { CallInput, CallResult, ReadingCall } from '#shared/calls.ts';
import type { Role } from '#shared/users/role.ts';
import type { PagedCall, PagesInput } from './list-pages.ts';

/** The publisher's newest apps, which the dashboard shows. */
export const DASHBOARD_APPS = { scope: 'mine', limit: 5 } as const satisfies CallInput<'apps.list'>;

/** The unread notifications, among which the dashboard shows the store's messages. */
export const DASHBOARD_NOTIFICATIONS = {
  unreadOnly: true,
  limit: 50,
} as const satisfies CallInput<'notifications.list'>;

/** The notifications among which the dashboard shows recent decisions. */
export const DASHBOARD_DECISIONS = { limit: 20 } as const satisfies CallInput<'notifications.list'>;

/** The parts of a user's record that decide where an address leads. */
export type StartingUser = Pick<CallResult<'users.me'>['user'], 'role' | 'onboardingCompleted'>;

/** A call's name and input, marked when it reads the first page of a list. */
export type FirstCall =
  | { [Name in ReadingCall]: readonly [Name, CallInput<Name>] }[ReadingCall]
  | { [Name in PagedCall]: readonly [Name, PagesInput<Name>, 'pages'] }[PagedCall];

const PUBLISHING_REQUESTS: FirstCall = ['users.list', { publishing: 'waiting' }, 'pages'];

const APP_PATH = /\/dashboard\/apps\/([^/]+)\/?$/;
const NEW_APP = 'new';

/** Returns the calls with which the screen of an address starts for a user. */
export function firstCallsOf(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { role, onboardingCompleted }: StartingUser,
): readonly FirstCall[] {
  // Every address leads to onboarding first.
  if (!onboardingCompleted) return [];
  const params = new URLSearchParams(search);
  if (pathname.endsWith('/dashboard') && search === '') return dashboardCalls(role);
  if (pathname.endsWith('/dashboard/apps') && search === '')
    return [['apps.list', { scope: 'mine' }, 'pages']];
  const appId = APP_PATH.exec(pathname)?.[1];
  if (appId !== undefined && appId !== NEW_APP) return appCalls(appId);
  if (role !== 'admin') return [];
  if (pathname.endsWith('/admin')) return adminCalls(params);
  if (pathname.endsWith('/admin/users') && search === '')
    return [['users.list', {}, 'pages'], PUBLISHING_REQUESTS];
  return [];
}

/** Returns no calls for a path that isn't well-formed. */
function appCalls(encodedId: string): readonly FirstCall[] {
  try {
    return [['apps.get', { appId: decodeURIComponent(encodedId) }]];
  } catch {
    return [];
  }
}

function dashboardCalls(role: Role): readonly FirstCall[] {
  const messages: FirstCall = ['notifications.list', DASHBOARD_NOTIFICATIONS];
  if (role === 'user') return [messages];
  return [
    ['apps.list', DASHBOARD_APPS],
    ['apps.actionRequired', {}],
    messages,
    ['notifications.list', DASHBOARD_DECISIONS],
  ];
}

function adminCalls(params: URLSearchParams): readonly FirstCall[] {
  const versionId = params.get('version');
  if (versionId !== null) return [['reviews.get', { versionId }]];
  if (`${params}` === 'view=queue') {
    return [
      ['reviews.queue', {}, 'pages'],
      ['reviews.queueSummary', {}],
    ];
  }
  if (params.size > 0) return [];
  return [['admin.overview', {}], ['setup.getChecklist', {}], PUBLISHING_REQUESTS];
}
