import type { CallInput, ReadingCall } from '#shared/calls.ts';

/** The publisher's apps, with which the dashboard starts. */
export const DASHBOARD_APPS = { scope: 'mine', limit: 100 } as const satisfies CallInput<'apps.list'>;

/** The unread notifications, among which the dashboard shows the store's messages. */
export const DASHBOARD_NOTIFICATIONS = {
  unreadOnly: true,
  limit: 50,
} as const satisfies CallInput<'notifications.list'>;

/** The notifications among which the dashboard shows recent decisions. */
export const DASHBOARD_DECISIONS = { limit: 20 } as const satisfies CallInput<'notifications.list'>;

/** A call's name and input. */
export type FirstCall = { [Name in ReadingCall]: readonly [Name, CallInput<Name>] }[ReadingCall];

/** Returns the calls with which the screen of an address starts. */
export function firstCallsOf({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): readonly FirstCall[] {
  if (!pathname.endsWith('/dashboard') || search !== '') return [];
  return [
    ['apps.list', DASHBOARD_APPS],
    ['notifications.list', DASHBOARD_NOTIFICATIONS],
    ['notifications.list', DASHBOARD_DECISIONS],
  ];
}
