import { CallError } from '#shared/errors.ts';

/** Returns the `failed-precondition` error of what is denied, with the reason as its message and in `details.reason`. */
export function denied(reason: string, details: Readonly<Record<string, unknown>> = {}): CallError {
  return new CallError('failed-precondition', reason, { ...details, reason });
}

/** Throws the error of `denied` unless the reason is null. */
export function requireAllowed(reason: string | null, details?: Readonly<Record<string, unknown>>): void {
  if (reason !== null) throw denied(reason, details);
}
