import { APIError } from 'better-auth/api';
import { t } from '#shared/languages/translate.ts';
import type { Context } from '../platform/context.ts';
import { databaseTrouble } from '../platform/db/trouble.ts';
import { writeMessage } from '../platform/input/call-error.ts';

/**
 * Logs our own failures in the identity provider. Throws the 503 with `Retry-After` that calls use while the
 * database is unavailable, and 500 without details for any other error.
 */
export function explainFailure({ log }: Pick<Context, 'log'>, error: unknown): void {
  const trouble = databaseTrouble(error);
  if (trouble) {
    log.warn({ err: error, part: 'identity' }, 'request rejected');
    throw new APIError(
      'SERVICE_UNAVAILABLE',
      { code: 'UNAVAILABLE', message: trouble.message, ...trouble.details },
      { 'Retry-After': String(trouble.details?.retryAfterSeconds) },
    );
  }
  if (error instanceof APIError && error.status !== 'INTERNAL_SERVER_ERROR') return;
  log.error({ err: error, part: 'identity' }, 'request failed');
  if (error instanceof APIError) return;
  // The provider's router would print any other error to standard error, with the parameters of a failed
  // query.
  throw new APIError('INTERNAL_SERVER_ERROR', {
    ...writeMessage(() => t`Something went wrong on our side. Try again later.`),
  });
}
