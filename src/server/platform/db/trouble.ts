import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { callError } from '../input/call-error.ts';

/** Seconds until a caller should retry: a restarted database is available by then. */
export const RETRY_AFTER_SECONDS = 5;

/**
 * PostgreSQL error codes (https://www.postgresql.org/docs/18/errcodes-appendix.html) for statements that
 * failed because of the database's state, not their content: timeout, cancellation, conflict, resources,
 * shutdown or start; class 08 is about connections.
 */
const TRANSIENT_CODES = new Set([
  '25P03', // idle_in_transaction_session_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
]);

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

const BROKEN_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Messages of pg and pg-pool, which have no code. */
const CONNECTION_MESSAGES =
  /^timeout e(xceeded|xpired)|^Connection terminated|^Client (has encountered|was closed)|^Cannot use a pool after/;

/**
 * Converts an error caused by the database's state to an `unavailable` error with `retryAfterSeconds`;
 * returns null for every other error.
 */
export function databaseTrouble(error: unknown): CallError | null {
  for (const cause of causesOf(error)) {
    if (!isTransient(cause)) continue;
    return callError('unavailable', () => t`The store is busy. Try again in a few seconds.`, {
      reason: 'database',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return null;
}

/** Returns true when an error or one of its causes has one of these PostgreSQL codes. */
export function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  for (const cause of causesOf(error)) {
    if ('code' in cause && codes.has(cause.code)) return true;
  }
  return false;
}

function isTransient(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  if (typeof error.code !== 'string') return CONNECTION_MESSAGES.test(error.message);
  if (TRANSIENT_CODES.has(error.code) || error.code.startsWith('08')) return true;
  // A database that ends between two statements breaks the connection of the next one.
  if (error.syscall === 'read' || error.syscall === 'write') return BROKEN_CODES.has(error.code);
  return error.syscall === 'connect' && NETWORK_CODES.has(error.code);
}

function* causesOf(error: unknown): Generator<Error> {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    yield cause;
    if (cause instanceof AggregateError) yield* cause.errors;
    cause = cause.cause;
  }
}
