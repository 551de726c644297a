import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, isAPIError } from 'better-auth/api';
import { recordAudit } from '../audit/record.ts';
import type { Context } from '../context.ts';
import type { Letter } from '../mail.ts';
import { readSettings } from '../settings/queries.ts';
import { accountExistsLetter } from './letters/account-exists.ts';
import { securityChangeLetter } from './letters/security-change.ts';

interface SecurityChange {
  readonly event: string;
  /** For the person, as a sentence. */
  readonly what: string;
}

const CHANGES: Readonly<Record<string, SecurityChange>> = {
  '/change-password': {
    event: 'user.password-changed',
    what: 'The password of your account was changed. All other sessions were ended.',
  },
  '/two-factor/verify-totp': {
    event: 'user.two-factor-enabled',
    what: 'Sign-in with a second factor was switched on for your account.',
  },
  '/two-factor/disable': {
    event: 'user.two-factor-disabled',
    what: 'Sign-in with a second factor was switched off for your account.',
  },
  '/two-factor/generate-backup-codes': {
    event: 'user.recovery-codes-renewed',
    what: 'New recovery codes were made for your account. The earlier ones no longer work.',
  },
  '/passkey/verify-registration': {
    event: 'user.passkey-added',
    what: 'A passkey was added to your account.',
  },
  '/passkey/delete-passkey': {
    event: 'user.passkey-removed',
    what: 'A passkey was removed from your account.',
  },
};

/** After a request that changed how somebody signs in: records it and writes to them. */
export async function tellOwnerOfChange(context: Context, ctx: GenericEndpointContext): Promise<void> {
  const change = CHANGES[ctx.path];
  const person = ctx.context.session?.user;
  if (!change || !person) return;
  // A code is verified at every sign-in as well; only switching on replaces the session of somebody signed in.
  if (ctx.path === '/two-factor/verify-totp' && !ctx.context.newSession) return;
  await recordSecurityChange(context, { id: person.id, email: person.email }, change);
}

/** Records a change to how somebody signs in, and writes to them about it. */
export async function recordSecurityChange(
  context: Context,
  person: { id: string; email: string },
  { event, what }: SecurityChange,
): Promise<void> {
  await context.db.transaction((tx) =>
    recordAudit(tx, { actorUid: person.id, event, subjectUid: person.id }),
  );
  sendLater(context, (storeName) =>
    securityChangeLetter({
      to: person.email,
      what,
      storeName,
      url: `${context.config.publicUrl}dashboard/settings`,
    }),
  );
}

/**
 * After a sign-up with an address that has an account: its owner is told by mail, and whoever tried is told only that
 * this address cannot be used. Takes what the endpoint answered; throws `APIError` for such an answer.
 */
export async function hideTakenAddress(
  context: Context,
  ctx: GenericEndpointContext,
  returned: unknown,
): Promise<void> {
  if (ctx.path !== '/sign-up/email' || !isAPIError(returned)) return;
  if (returned.body?.code !== 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return;
  sendLater(context, (storeName) =>
    accountExistsLetter({ to: ctx.body.email, storeName, url: `${context.config.publicUrl}login` }),
  );
  throw new APIError('UNPROCESSABLE_ENTITY', {
    code: 'ADDRESS_NOT_AVAILABLE',
    message: 'This address cannot be used for a new account. If it is yours, sign in or set a new password.',
  });
}

/**
 * Sends a letter after the answer: how long a mail server takes, or that it takes nothing, must not tell whether
 * there is an account.
 */
export function sendLater({ db, mail, log }: Context, write: (storeName: string) => Letter): void {
  readSettings(db)
    .then(({ storeName }) => mail.send(write(storeName)))
    .catch((error: unknown) => log.error({ err: error }, 'a letter about an account was not sent'));
}
