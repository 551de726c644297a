import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { noteSentences } from '#shared/languages/sentence.ts';
import type { Context } from '../platform/context.ts';
import { messageOf } from '../platform/input/call-error.ts';
import { invalidField } from '../platform/input/invalid.ts';
import { readSettings } from '../platform/settings.ts';

/** Endpoints that set a password, with its name in the body. */
const NEW_PASSWORDS: Readonly<Record<string, string>> = {
  '/sign-up/email': 'password',
  '/change-password': 'newPassword',
  '/reset-password': 'newPassword',
};

/** Rejects a weak new password (`evaluatePassword`) with 400, the reason and a suggestion. */
export async function assertAcceptablePassword(context: Context, ctx: GenericEndpointContext): Promise<void> {
  const field = NEW_PASSWORDS[ctx.path];
  const password: unknown = field && ctx.body?.[field];
  if (typeof password !== 'string') return;
  // Its dictionaries would make every start slower and larger.
  const { evaluatePassword } = await import('#shared/account/password-strength.ts');
  const { storeName } = await readSettings(context.db);
  const about = [storeName, ...(await aboutPerson(ctx))];
  const { result, sentenceOf } = noteSentences(() => evaluatePassword(password, about));
  const { problem, advice } = result;
  if (!problem) return;
  throw new APIError('BAD_REQUEST', {
    code: 'PASSWORD_REFUSED',
    ...messageOf(sentenceOf([problem, ...advice].join(' '))),
    problem: sentenceOf(problem).text,
    advice: advice.map((text) => sentenceOf(text).text),
  });
}

/** A new password, with words that an attacker would try first. */
interface NewPassword {
  readonly password: string;
  readonly personal: readonly string[];
}

/** Throws `invalid-argument` for a weak password of a new account, as everywhere else. */
export async function requireAcceptablePassword({ password, personal }: NewPassword): Promise<void> {
  const { evaluatePassword } = await import('#shared/account/password-strength.ts');
  const evaluate = () => evaluatePassword(password, [...personal, 'quayside']);
  if (evaluate().problem === null) return;
  throw invalidField('password', () => {
    const { problem, advice } = evaluate();
    return [problem, ...advice].join(' ');
  });
}

/**
 * Returns the words that an attacker would try first: the user's address and name, where the request has
 * them.
 */
async function aboutPerson(ctx: GenericEndpointContext): Promise<string[]> {
  const person =
    ctx.path === '/sign-up/email'
      ? ctx.body
      : ctx.path === '/reset-password'
        ? await findByResetToken(ctx)
        : (await getSessionFromCtx(ctx))?.user;
  return [person?.email, person?.name]
    .filter((text) => typeof text === 'string')
    .map((text) => text.slice(0, 320));
}

async function findByResetToken(ctx: GenericEndpointContext) {
  const { internalAdapter } = ctx.context;
  const token: unknown = ctx.body?.token;
  if (typeof token !== 'string') return null;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return found && internalAdapter.findUserById(found.value);
}
