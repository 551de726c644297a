import type { Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallError, ERROR_STATUS, wireStatus } from '#shared/errors.ts';

/** What calls answer with when they fail. */
export function errorBody({ code, message, details }: CallError) {
  return { error: { status: wireStatus(code), message, ...(details && { details }) } };
}

/** Answers a `CallError` of a route that is no call as a call would; throws every other error again. */
export function answerCallError(error: Error, c: HonoContext): Response {
  if (!(error instanceof CallError)) throw error;
  return c.json(errorBody(error), ERROR_STATUS[error.code] as ContentfulStatusCode);
}
