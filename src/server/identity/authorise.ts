import type { CallContract } from '#shared/call.ts';
import { t } from '#shared/languages/translate.ts';
import type { TokenScope } from '#shared/token-scope.ts';
import { callError } from '../platform/input/call-error.ts';
import type { Caller } from './authenticate.ts';
import { EMAIL_NOT_CONFIRMED } from './confirmed-address.ts';
import {
  isRecentlyAuthenticated,
  REAUTHENTICATION_MESSAGE,
  REAUTHENTICATION_SECONDS,
} from './reauthentication.ts';

export const DEVELOPERS_ONLY = () =>
  t`Only developers can do this. Ask to publish first; see your profile for your status.`;

/**
 * Rejects callers who may not make a call; handlers check the rules for single objects. Throws
 * `unauthenticated`, `permission-denied`, or `failed-precondition` with the reason `email-not-confirmed` or
 * `reauthentication`.
 */
export function authorise(contract: CallContract, caller: Caller | null, now: Date): void {
  if (contract.access === 'public') return;
  if (!caller)
    throw callError('unauthenticated', () => t`Sign in first: this call needs a token.`, {
      reason: 'signed-out',
    });
  requireScope(caller, contract.token);
  requireRole(contract, caller);
  if (contract.confirmedEmail) requireConfirmedEmail(caller);
  if (
    contract.reauthentication &&
    !(caller.via === 'session' && isRecentlyAuthenticated(caller.authenticatedAt, now))
  ) {
    throw callError('failed-precondition', REAUTHENTICATION_MESSAGE, {
      reason: 'reauthentication',
      maxAgeSeconds: REAUTHENTICATION_SECONDS,
    });
  }
}

/**
 * Throws `failed-precondition` with the reason `email-not-confirmed` when the caller's address is not
 * confirmed.
 */
export function requireConfirmedEmail({ emailConfirmed }: Caller): void {
  if (emailConfirmed) return;
  throw callError('failed-precondition', EMAIL_NOT_CONFIRMED, {
    reason: 'email-not-confirmed',
  });
}

/** Rejects an API token without the scope, or any token when there is no scope. Sessions need none. */
export function requireScope(caller: Caller, scope: TokenScope | undefined): void {
  if (caller.via === 'session') return;
  if (!scope) {
    throw callError(
      'permission-denied',
      () => t`API tokens can’t do this: it requires a signed-in user. Use the website.`,
      { reason: 'session-only' },
    );
  }
  if (!caller.scopes.includes(scope)) {
    throw callError(
      'permission-denied',
      () => t`This API token lacks the scope ${scope}. Create one that has it.`,
      { reason: 'scope', scope },
    );
  }
}

function requireRole({ access }: CallContract, { role }: Caller): void {
  if (access === 'signedIn' || role === 'admin') return;
  if (access === 'developer' && role === 'developer') return;
  throw callError(
    'permission-denied',
    () => (access === 'admin' ? t`Only admins can do this.` : DEVELOPERS_ONLY()),
    { reason: 'role' },
  );
}
