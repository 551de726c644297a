import { CallError, type ErrorCode } from '#shared/errors.ts';

/** The age of a result, in milliseconds, from which a component that begins to show it loads it again. */
export const STALE_MS = 5_000;

/** The number of times that a request is repeated after a transient error. */
export const RETRIES = 2;

/** Errors after which a retry may succeed. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['unavailable', 'deadline-exceeded']);

/** Returns true for an error that doesn't concern the requested data, such as a lost connection. */
export function isTransient(error: unknown): boolean {
  return error instanceof CallError && TRANSIENT.has(error.code);
}
