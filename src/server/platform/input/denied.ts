import { CallError, type ErrorDetails } from '#shared/errors.ts';
import type { Reason } from '#shared/reasons.ts';

type Denial = ErrorDetails & { readonly reason: Reason };

/** Returns the `failed-precondition` error of what a rule denies, with its sentence as the message. */
export function denied(sentence: string, details: Denial): CallError {
  return new CallError('failed-precondition', sentence, details);
}

/** Throws `failed-precondition` with the rule's sentence, unless it is null. */
export function requireAllowed(sentence: string | null, details: Denial): void {
  if (sentence !== null) throw denied(sentence, details);
}
