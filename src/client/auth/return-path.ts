import { paths } from '#client/paths.ts';

/** Stands for our own origin while an address is taken apart; nothing is ever sent there. */
const SELF = 'http://self.invalid';

/**
 * Where to go after sign-in: the path in `redirect` when it is one of the product, otherwise the dashboard.
 * Addresses of other origins, in whatever disguise, are not followed.
 */
export function returnPath(redirect: string | null): string {
  if (redirect === null || !redirect.startsWith('/') || !URL.canParse(redirect, SELF)) return paths.dashboard;
  const { origin, pathname, search, hash } = new URL(redirect, SELF);
  const isElsewhere = origin !== SELF || pathname.startsWith('//') || pathname === paths.login;
  return isElsewhere ? paths.dashboard : `${pathname}${search}${hash}`;
}
