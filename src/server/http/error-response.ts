import type { Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallError, ERROR_STATUS, wireStatus } from '#shared/errors.ts';
import { databaseTrouble } from '../platform/db/trouble.ts';
import { STORAGE_FULL_STATUS, storageError } from '../platform/storage/storage-error.ts';

/** Returns the body of a failed call. */
export function errorBody({ code, message, details }: CallError) {
  return { error: { status: wireStatus(code), message, ...(details && { details }) } };
}

/** Converts a thrown value to the error that the client gets; null for an internal error. */
export function toCallError(error: unknown): CallError | null {
  return error instanceof CallError ? error : (storageError(error) ?? databaseTrouble(error));
}

/**
 * Sets the headers of an error: when to retry, and without a valid token how to send one (RFC 6750, section 3), unless the
 * route asks for another kind.
 */
export function addErrorHeaders(c: HonoContext, { code, details }: CallError): void {
  const seconds = details?.retryAfterSeconds;
  if (typeof seconds === 'number') c.header('Retry-After', String(seconds));
  const isUnasked = code === 'unauthenticated' && !c.res.headers.has('WWW-Authenticate');
  if (isUnasked) c.header('WWW-Authenticate', 'Bearer');
}

/**
 * Responds to errors of a route outside the callable protocol in the format of a call. Rethrows internal
 * errors.
 */
export function respondWithCallError(error: Error, c: HonoContext): Response {
  const known = toCallError(error);
  if (!known) throw error;
  addErrorHeaders(c, known);
  return c.json(errorBody(known), ERROR_STATUS[known.code] as ContentfulStatusCode);
}

/** Responds to errors of a route that stores files: full storage has its own status. */
export function respondWithFileError(error: Error, c: HonoContext): Response {
  const known = storageError(error);
  if (known?.code !== 'resource-exhausted') return respondWithCallError(error, c);
  return c.json(errorBody(known), STORAGE_FULL_STATUS);
}

/** Responds to errors of a route with plain-text errors. */
export function respondWithPlainError(error: Error, c: HonoContext): Response {
  const known = toCallError(error);
  if (!known) throw error;
  addErrorHeaders(c, known);
  return c.text(known.message, ERROR_STATUS[known.code] as ContentfulStatusCode);
}
