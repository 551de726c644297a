import type { GenericEndpointContext } from '@better-auth/core';
import { APIError } from 'better-auth/api';
import { MAX_EMAIL_LENGTH } from '#shared/bounded.ts';
import { noteSentences } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import { nameProblem } from '#shared/users/name.ts';
import { hiddenProblem, isVisible } from '#shared/visible-text.ts';
import { messageOf, writeMessage } from '../platform/input/call-error.ts';

/**
 * Validates and trims the name and address of a new account. Throws `APIError` 400 with the problem and its
 * fix.
 */
export function assertAcceptablePerson(ctx: GenericEndpointContext): void {
  const { name, email } = ctx.body ?? {};
  if (typeof name === 'string') {
    ctx.body.name = name.trim();
    const { result, sentenceOf } = noteSentences(
      () => nameProblem(name) ?? (isVisible(ctx.body.name) ? null : hiddenProblem()),
    );
    if (result !== null) {
      throw new APIError('BAD_REQUEST', { code: 'NAME_REFUSED', ...messageOf(sentenceOf(result)) });
    }
  }
  if (typeof email === 'string' && email.length > MAX_EMAIL_LENGTH) {
    const written = writeMessage(() => t`Enter an email of at most ${MAX_EMAIL_LENGTH} characters.`);
    throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', ...written });
  }
}
