import type { GenericEndpointContext } from '@better-auth/core';
import { APIError } from 'better-auth/api';
import { MAX_EMAIL_LENGTH } from '#shared/bounded.ts';
import { noteSentences } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import { nameSchema } from '#shared/name-schema.ts';
import { MAX_NAME_LENGTH, MAX_PASSKEY_NAME_LENGTH } from '#shared/users/name.ts';
import { messageOf, writeMessage } from '../platform/input/call-error.ts';

const personName = nameSchema(MAX_NAME_LENGTH, () => t`Enter your name.`);
const passkeyName = nameSchema(MAX_PASSKEY_NAME_LENGTH, () => t`Enter a name.`);

/** Validates and trims the name of a passkey, if one is given. Throws `APIError` 400 with the problem and its fix. */
export function assertAcceptablePasskeyName(ctx: GenericEndpointContext): void {
  assertAcceptableName(ctx, passkeyName);
}

function assertAcceptableName({ body }: GenericEndpointContext, schema: typeof personName): void {
  if (typeof body?.name !== 'string') return;
  const { result, sentenceOf } = noteSentences(() => {
    const { data, error } = schema.safeParse(body.name);
    if (data !== undefined) body.name = data;
    return error?.issues[0]?.message ?? null;
  });
  if (result === null) return;
  throw new APIError('BAD_REQUEST', { code: 'NAME_REFUSED', ...messageOf(sentenceOf(result)) });
}

/**
 * Validates and trims the name and address of a new account. Throws `APIError` 400 with the problem and its
 * fix.
 */
export function assertAcceptablePerson(ctx: GenericEndpointContext): void {
  const { email } = ctx.body ?? {};
  assertAcceptableName(ctx, personName);
  if (typeof email === 'string' && email.length > MAX_EMAIL_LENGTH) {
    const written = writeMessage(() => t`Enter an email of at most ${MAX_EMAIL_LENGTH} characters.`);
    throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', ...written });
  }
}
