import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { callError } from '../platform/input/call-error.ts';
import type { RequestEnv } from '../platform/log/requests.ts';
import { errorBody } from './error-response.ts';

/** Responds 404 to addresses that can't exist. */
export const rejectInvalidAddress: MiddlewareHandler<RequestEnv> = (c, next) => {
  const error = findAddressError(c);
  return error ? Promise.resolve(c.json(errorBody(error), 404)) : next();
};

/**
 * Returns the error of an address that can't exist: with NUL in path or query, or a path whose percent-encoding is not
 * UTF-8. Every other address is safe to look up in the database.
 */
export function findAddressError(c: HonoContext<RequestEnv>): CallError | null {
  const address = c.env.incoming.url ?? '';
  if (!address.includes('%') || isDecodable(address)) return null;
  return callError('not-found', () => t`This address isn’t valid.`);
}

function isDecodable(address: string): boolean {
  if (address.includes('%00')) return false;
  try {
    decodeURIComponent(address.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
