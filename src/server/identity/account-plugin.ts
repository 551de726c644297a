import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Context } from '../platform/context.ts';
import { settleSession } from './after-sign-in.ts';
import { confirmEmail } from './confirm-email.ts';
import { resetPassword } from './reset-password.ts';
import { signUpEmail } from './sign-up.ts';

/**
 * Quayside's plugin for the identity provider; its `resetPassword` and `signUpEmail` replace the provider's
 * endpoints.
 */
export function accountPlugin(context: Context) {
  return {
    id: 'quayside',
    endpoints: {
      confirmEmail: confirmEmail(context),
      resetPassword: resetPassword(context),
      signUpEmail: signUpEmail(context),
    },
    hooks: {
      after: [{ matcher: () => true, handler: createAuthMiddleware((ctx) => settleSession(context, ctx)) }],
    },
  } satisfies BetterAuthPlugin;
}
