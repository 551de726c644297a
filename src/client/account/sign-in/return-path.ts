import { paths } from '#client/paths.ts';

/** A placeholder origin for parsing addresses; nothing is ever sent there. */
const SELF = 'http://self.invalid';

/**
 * Returns the page to open after sign-in: the path in `redirect` if it belongs to the product, otherwise the
 * dashboard. Addresses of other origins are never followed, however they are disguised.
 */
export function returnPath(redirect: string | null): string {
  if (redirect === null || !redirect.startsWith('/') || !URL.canParse(redirect, SELF)) return paths.dashboard;
  const { origin, pathname, search, hash } = new URL(redirect, SELF);
  const isElsewhere = origin !== SELF || pathname.startsWith('//') || pathname === paths.login;
  return isElsewhere ? paths.dashboard : `${pathname}${search}${hash}`;
}
