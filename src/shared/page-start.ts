import type { CallResult } from './calls.ts';
import type { PublicStore } from './settings/calls.ts';

/*
 * Every page starts with the session, its token and the results of these calls, without input. They come in one
 * response, from `{base}page-start`.
 */

/** The id of the page's `template` with the links to the scripts of its screen. */
export const SCREEN_SCRIPTS_ID = 'screen-scripts';

/** Returns the pattern of a screen's path, such as `/dashboard/apps/:appId`: its parts are groups by their names. */
export function screenPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i');
}

/** The calls that are made without a user, for the screens before sign-in. */
export const PUBLIC_FIRST_CALLS = ['settings.get'] as const;

/** The calls that are made as the signed-in user. */
export const OWN_FIRST_CALLS = ['settings.get', 'users.me', 'notifications.countUnread'] as const;

export type PageStartCall = (typeof PUBLIC_FIRST_CALLS | typeof OWN_FIRST_CALLS)[number];

/** The response. What could not be read is left out. */
export interface PageStart {
  /** The session by the identity provider, null without one. */
  readonly session: object | null;
  readonly token?: string;
  /** The results that everyone gets. */
  readonly results: { readonly [Name in (typeof PUBLIC_FIRST_CALLS)[number]]?: PublicStore };
  /** The results that the user gets; only with a token. */
  readonly own?: { readonly [Name in (typeof OWN_FIRST_CALLS)[number]]?: CallResult<Name> };
}
