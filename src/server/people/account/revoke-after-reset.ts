import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { countKept, lockAccount, removePasskeys, removeTokens } from '../../identity/credentials.ts';
import type { Handler } from '../../identity/handler.ts';
import { readRevocationToken } from '../../identity/revocation-token.ts';
import { queueSecurityEmail } from '../../identity/security-events.ts';
import { callError } from '../../platform/input/call-error.ts';

/**
 * `account.revokeAfterReset`: revokes the API tokens and passkeys that existed when the account's password
 * was reset. Later ones stay.
 */
export const revokeAfterReset: Handler<'account.revokeAfterReset'> = async ({ data, context }) => {
  const reset = await readRevocationToken(context, data.revocationToken);
  if (!reset) throw outdatedLinkError();
  const { uid, at } = reset;
  return context.db.transaction(async (tx) => {
    const account = await lockAccount(tx, uid);
    if (!account) throw outdatedLinkError();
    const revoked = {
      tokens: data.tokens ? await removeTokens(tx, uid, at) : 0,
      passkeys: data.passkeys ? await removePasskeys(tx, uid, at) : 0,
    };
    if (revoked.tokens + revoked.passkeys > 0) {
      await emit(tx, {
        by: uid,
        name: 'user.credentials-revoked',
        uid,
        details: revoked,
      });
      const { tokens, passkeys } = revoked;
      const what = `After your password was reset, ${tokens} API tokens and ${passkeys} passkeys were revoked.`;
      await queueSecurityEmail(tx, context, { to: account.email, what });
    }
    return { revoked, kept: await countKept(tx, uid) };
  });
};

function outdatedLinkError(): CallError {
  return callError(
    'permission-denied',
    () => t`Too much time has passed since the password reset. Sign in and revoke them in your settings.`,
  );
}
