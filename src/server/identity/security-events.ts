import type { GenericEndpointContext } from '@better-auth/core';
import { APIError, isAPIError } from 'better-auth/api';
import { CallError } from '#shared/errors.ts';
import type { EventName } from '#shared/events.ts';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../events/emit.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/open.ts';
import { writeMessage } from '../platform/input/call-error.ts';
import { queueWrittenEmail } from '../platform/queue/queue-email.ts';
import { accountExistsEmail } from './emails/account-exists.ts';
import { securityChangeEmail } from './emails/security-change.ts';
import { countAttempt, LIMITS } from './rate-limits.ts';

type SecurityEvent = Extract<
  EventName,
  | 'user.password-changed'
  | `user.two-factor-${'enabled' | 'disabled'}`
  | 'user.recovery-codes-renewed'
  | `user.passkey-${'added' | 'removed'}`
>;

interface SecurityChange {
  readonly event: SecurityEvent;
  /** A sentence for the user. */
  readonly what: string;
}

const CHANGES: Readonly<Record<string, SecurityChange>> = {
  '/change-password': {
    event: 'user.password-changed',
    what: 'Your account’s password was changed. All other sessions were signed out.',
  },
  '/two-factor/verify-totp': {
    event: 'user.two-factor-enabled',
    what: 'Two-factor authentication was turned on for your account.',
  },
  '/two-factor/disable': {
    event: 'user.two-factor-disabled',
    what: 'Two-factor authentication was turned off for your account.',
  },
  '/two-factor/generate-backup-codes': {
    event: 'user.recovery-codes-renewed',
    what: 'New recovery codes were generated for your account. The previous ones no longer work.',
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

/** Records a change of credentials after the request, and emails the user. */
export async function notifyOwnerOfChange(context: Context, ctx: GenericEndpointContext): Promise<void> {
  const change = CHANGES[ctx.path];
  const person = ctx.context.session?.user;
  if (!change || !person) return;
  // A code is also verified at every sign-in; only turning it on replaces the session of a signed-in user.
  if (ctx.path === '/two-factor/verify-totp' && !ctx.context.newSession) return;
  await recordSecurityChange(context, { id: person.id, email: person.email }, change);
}

/** Records a change of credentials, and emails the user. */
async function recordSecurityChange(
  context: Context,
  person: { id: string; email: string },
  { event, what }: SecurityChange,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await emit(tx, { by: person.id, name: event, uid: person.id });
    await queueSecurityEmail(tx, context, { to: person.email, what });
  });
}

/** Queues the email about a security change; `what` is one or more sentences. */
export async function queueSecurityEmail(
  tx: Tx,
  context: Context,
  { to, what }: { to: string; what: string },
): Promise<void> {
  const url = `${context.config.publicUrl}dashboard/settings?tab=security`;
  await queueWrittenEmail(tx, context, (storeName) => securityChangeEmail({ to, what, storeName, url }));
}

/**
 * After a sign-up with a taken address: emails its owner, and responds that this address cannot be used, by which the
 * caller learns that it has an account (docs/decisions/002-sessions-and-tokens.md). Takes the endpoint's response;
 * throws `APIError` for such a one.
 */
export async function rejectTakenAddress(
  context: Context,
  ctx: GenericEndpointContext,
  returned: unknown,
): Promise<void> {
  if (ctx.path !== '/sign-up/email' || !isAPIError(returned)) return;
  if (returned.body?.code !== 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return;
  const to: string = ctx.body.email;
  if (await mayNotifyOwner(context, to)) {
    await queueWrittenEmail(context.db, context, (storeName) =>
      accountExistsEmail({ to, storeName, url: `${context.config.publicUrl}login` }),
    );
  }
  throw new APIError('UNPROCESSABLE_ENTITY', {
    code: 'ADDRESS_NOT_AVAILABLE',
    ...writeMessage(
      () => t`This email can’t be used for a new account. If it’s yours, sign in or reset your password.`,
    ),
  });
}

/** Limits the emails to an address caused by sign-ups; the caller sees no difference. */
async function mayNotifyOwner(context: Context, email: string): Promise<boolean> {
  try {
    await countAttempt(context, LIMITS.takenMailByAccount, email.toLowerCase());
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}
