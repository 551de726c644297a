import { APIError, createAuthEndpoint, formCsrfMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { parseUserOutput } from 'better-auth/db';
import { z } from 'zod';
import { PASSWORD_LENGTH } from '#shared/account/password-length.ts';
import { t } from '#shared/languages/translate.ts';
import type { Context } from '../platform/context.ts';
import { writeMessage } from '../platform/input/call-error.ts';
import { queueEmail } from '../platform/queue/queue-email.ts';
import { readSettings } from '../platform/settings.ts';
import { createAccount } from './create-account.ts';

const bodySchema = z.object({
  name: z.string(),
  email: z.email(),
  password: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
  rememberMe: z.boolean().optional(),
});

/**
 * `POST {base}auth/sign-up/email`, replaces the provider's endpoint, which writes account and password
 * separately: creates both and the confirmation email in one transaction, then signs in. An interruption
 * leaves a complete account or none.
 */
export function signUpEmail(context: Context) {
  const options = { use: [formCsrfMiddleware], body: bodySchema };
  return createAuthEndpoint('/sign-up/email', { method: 'POST', ...options }, async (ctx) => {
    await requireOpenRegistration(context);
    const { name, password, rememberMe } = ctx.body;
    const email = ctx.body.email.toLowerCase();
    const { internalAdapter } = ctx.context;
    if (await internalAdapter.findUserByEmail(email)) throw takenAddress();
    const hash = await ctx.context.password.hash(password);
    const uid = await context.db.transaction(async (tx) => {
      const created = await createAccount(tx, {
        email,
        name,
        hash,
        emailVerified: false,
        now: context.clock(),
      });
      const content = { template: 'confirm-address' } as const;
      if (created !== null) await queueEmail(tx, context, { recipient: email, content });
      return created;
    });
    const user = uid === null ? null : await internalAdapter.findUserById(uid);
    if (!user) throw takenAddress();
    const isForgotten = rememberMe === false;
    const session = await internalAdapter.createSession(user.id, isForgotten);
    await setSessionCookie(ctx, { session, user }, isForgotten);
    return ctx.json({ token: session.token, user: parseUserOutput(ctx.context.options, user) });
  });
}

async function requireOpenRegistration({ db }: Context): Promise<void> {
  const { registration } = await readSettings(db);
  if (registration === 'open') return;
  throw new APIError('FORBIDDEN', {
    ...writeMessage(() => t`This store isn’t accepting new accounts. Ask store staff for one.`),
  });
}

/** Returns the provider's own error, by which `rejectTakenAddress` recognises it. */
function takenAddress(): APIError {
  return new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' });
}
