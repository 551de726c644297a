import type { GenericEndpointContext } from '@better-auth/core';
import { APIError } from 'better-auth/api';
import { MAX_EMAIL_LENGTH } from '#shared/bounded.ts';
import { nameProblem } from '#shared/users/name.ts';
import { HIDDEN_PROBLEM, isVisible } from '#shared/visible-text.ts';

/**
 * Validates and trims the name and address of a new account. Throws `APIError` 400 with the problem and its
 * fix.
 */
export function assertAcceptablePerson(ctx: GenericEndpointContext): void {
  const { name, email } = ctx.body ?? {};
  if (typeof name === 'string') {
    ctx.body.name = name.trim();
    const message = nameProblem(name) ?? (isVisible(ctx.body.name) ? null : HIDDEN_PROBLEM);
    if (message !== null) throw new APIError('BAD_REQUEST', { code: 'NAME_REFUSED', message });
  }
  if (typeof email === 'string' && email.length > MAX_EMAIL_LENGTH) {
    const message = `Enter an email of at most ${MAX_EMAIL_LENGTH} characters.`;
    throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message });
  }
}
