import type { CallContract, TokenScope } from '#shared/call.ts';
import { CallError } from '#shared/errors.ts';
import type { Caller } from './authenticate.ts';
import { isProofFresh, PROOF_SECONDS, STEP_UP_MESSAGE } from './step-up.ts';

/**
 * Refuses a caller who may not make this call; the rules about single objects are the handlers'. Throws
 * `unauthenticated`, `permission-denied`, or `failed-precondition` with the reason `step-up`.
 */
export function authorise(contract: CallContract, caller: Caller | null, now: Date): void {
  if (contract.access === 'public') return;
  if (!caller) throw new CallError('unauthenticated', 'Sign in first: this call needs a token.');
  requireScope(caller, contract.token);
  requireRole(contract, caller);
  if (contract.stepUp && !(caller.via === 'session' && isProofFresh(caller.provedAt, now))) {
    throw new CallError('failed-precondition', STEP_UP_MESSAGE, {
      reason: 'step-up',
      maxAgeSeconds: PROOF_SECONDS,
    });
  }
}

/** Refuses an API token that lacks the scope, or any when there is no scope for this. Sessions need none. */
export function requireScope(caller: Caller, scope: TokenScope | undefined): void {
  if (caller.via === 'session') return;
  if (!scope) {
    throw new CallError(
      'permission-denied',
      'API tokens cannot do this: it needs a person who is signed in. Use the website.',
      { reason: 'session-only' },
    );
  }
  if (!caller.scopes.includes(scope)) {
    throw new CallError(
      'permission-denied',
      `This API token lacks the scope ${scope}. Create one that has it.`,
      { reason: 'scope', scope },
    );
  }
}

function requireRole({ access }: CallContract, { role }: Caller): void {
  if (access === 'signedIn' || role === 'admin') return;
  if (access === 'developer' && role === 'developer') return;
  throw new CallError(
    'permission-denied',
    access === 'admin'
      ? 'Only admins of the store may do this.'
      : 'Only developers may do this. Ask to publish first: your profile says where you stand.',
  );
}
