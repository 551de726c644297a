import { t } from '#shared/languages/translate.ts';
/** Time for which a password or passkey sign-in allows sensitive actions, in seconds. */
export const REAUTHENTICATION_SECONDS = 600;

export const REAUTHENTICATION_MESSAGE = () =>
  t`Confirm it’s you first: enter your password or use a passkey, then try again.`;

/** Returns true when a session authenticated recently enough for sensitive actions. */
export function isRecentlyAuthenticated(authenticatedAt: Date, now: Date): boolean {
  return now.getTime() - authenticatedAt.getTime() < REAUTHENTICATION_SECONDS * 1000;
}
