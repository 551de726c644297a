import { CallError, type ErrorCode } from '#shared/errors.ts';
import { limitSeconds } from './limit-seconds.ts';

/** The age of a result, in milliseconds, from which a component that begins to show it loads it again. */
export const STALE_MS = 5_000;

/** The number of times that a request is repeated after a transient error. */
const RETRIES = 2;

/** Errors after which a retry may succeed. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['unavailable', 'deadline-exceeded']);

/** The longest wait, in seconds, that a repeated request spends without anything on the screen. */
const MAX_SILENT_SECONDS = 5;

/** Returns true for an error that doesn't concern the requested data, such as a lost connection or a request limit. */
export function isTransient(error: unknown): boolean {
  return (error instanceof CallError && TRANSIENT.has(error.code)) || limitSeconds(error) !== null;
}

/** Returns true when a failed request is repeated before its error shows. */
export function isRepeated(failures: number, error: unknown): boolean {
  return failures < RETRIES && isTransient(error) && (limitSeconds(error) ?? 0) <= MAX_SILENT_SECONDS;
}

/** Returns the milliseconds before a request is repeated: what the server asks for, else one second, then two. */
export function repeatDelay(failures: number, error: unknown): number {
  return Math.max(1_000 * 2 ** failures, 1_000 * (limitSeconds(error) ?? 0));
}
