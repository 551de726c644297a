import { createHmac } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { describeDuration } from '#shared/duration.ts';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { Context } from '../platform/context.ts';
import { rateLimits } from '../platform/db/tables/identity.ts';
import { callError } from '../platform/input/call-error.ts';

/** The parts of the context needed for counting. */
type Counting = Pick<Context, 'db' | 'clock' | 'secret'>;

/** A maximum count per time for each subject. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** The error message: what happened too often, and what helps besides waiting. */
  readonly message: () => string;
}

const SIGN_IN = () => t`Too many sign-in attempts.`;
const SECOND_FACTOR = () => t`Too many wrong codes.`;
const SIGN_UP = () => t`Too many new accounts.`;
const NEW_PASSWORD = () => t`Too many password reset attempts.`;
const MAIL = () => t`Too many emails requested.`;
const NEWEST_MAIL = () =>
  t`${MAIL()} If there is an account, the link in the latest email works. Check your spam folder too.`;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Limits per network (`networkOf`), per origin and account, and per account. An origin is the network, or a
 * device that signed in to the account before. The limit per account stops guessing from many networks. It
 * only counts unknown origins, so that it never locks out known ones.
 */
export const LIMITS = {
  signInByNetwork: { name: 'sign-in network', max: 20, windowSeconds: MINUTE, message: SIGN_IN },
  signInByOrigin: {
    name: 'sign-in origin',
    max: 10,
    windowSeconds: 15 * MINUTE,
    message: () => t`${SIGN_IN()} If this is your account, you can also reset the password.`,
  },
  signInByAccount: {
    name: 'sign-in account',
    max: 25,
    windowSeconds: 15 * MINUTE,
    message: () =>
      t`${SIGN_IN()} If this is your account, use a device or network you’ve signed in from before, or a passkey. You can also reset the password.`,
  },
  secondFactorByNetwork: {
    name: 'second factor network',
    max: 20,
    windowSeconds: MINUTE,
    message: SECOND_FACTOR,
  },
  codeByOrigin: {
    name: 'authenticator code origin',
    max: 10,
    windowSeconds: 15 * MINUTE,
    message: () => t`${SECOND_FACTOR()} You can also use a recovery code.`,
  },
  // Fewer than passwords: somebody who gets here knows the password already.
  codeByAccount: {
    name: 'authenticator code account',
    max: 10,
    windowSeconds: 15 * MINUTE,
    message: () =>
      t`${SECOND_FACTOR()} Use a device or network you’ve signed in from before, or a recovery code.`,
  },
  // Not per account: recovery codes can't be guessed, and others must not use up the owner's attempts.
  recoveryCodeByOrigin: {
    name: 'recovery code origin',
    max: 10,
    windowSeconds: 15 * MINUTE,
    message: SECOND_FACTOR,
  },
  signUpByNetwork: { name: 'sign-up network', max: 20, windowSeconds: HOUR, message: SIGN_UP },
  signUpByOrigin: { name: 'sign-up origin', max: 5, windowSeconds: HOUR, message: SIGN_UP },
  mailByNetwork: { name: 'mail network', max: 20, windowSeconds: HOUR, message: MAIL },
  resetMailByOrigin: { name: 'reset mail origin', max: 3, windowSeconds: HOUR, message: NEWEST_MAIL },
  // Shorter than the link's lifetime, so anyone rejected here has a link that still works.
  resetMailByAccount: {
    name: 'reset mail account',
    max: 3,
    windowSeconds: 30 * MINUTE,
    message: NEWEST_MAIL,
  },
  confirmMailByOrigin: { name: 'confirm mail origin', max: 3, windowSeconds: HOUR, message: NEWEST_MAIL },
  confirmMailByAccount: { name: 'confirm mail account', max: 3, windowSeconds: HOUR, message: NEWEST_MAIL },
  takenMailByAccount: { name: 'taken mail account', max: 3, windowSeconds: HOUR, message: MAIL },
  resetByNetwork: { name: 'reset network', max: 20, windowSeconds: HOUR, message: NEW_PASSWORD },
  confirmByNetwork: {
    name: 'confirm network',
    max: 60,
    windowSeconds: HOUR,
    message: () => t`Too many attempts to confirm an email.`,
  },
  passwordByLink: {
    name: 'password link',
    max: 10,
    windowSeconds: 15 * MINUTE,
    message: () => t`Too many wrong passwords. You can also set a new one.`,
  },
  passwordBySession: {
    name: 'password session',
    max: 10,
    windowSeconds: 15 * MINUTE,
    message: () => t`Too many wrong passwords.`,
  },
} satisfies Record<string, Limit>;

/** Maximum expired counts deleted when a new one begins. */
const SWEEP = 100;

/**
 * Counts one attempt of `subject` (a network, an account, or both) and rejects it over the limit. Uses one
 * statement, so that concurrent attempts cannot exceed the limit. Throws `resource-exhausted` with
 * `retryAfterSeconds`.
 */
export async function countAttempt(context: Counting, limit: Limit, subject: string): Promise<void> {
  await countAmount(context, limit, { subject, amount: 1 });
}

/** Counts an amount other than one, such as a size. */
export async function countAmount(
  context: Counting,
  limit: Limit,
  { subject, amount }: { subject: string; amount: number },
): Promise<void> {
  const now = context.clock();
  const next = new Date(now.getTime() + limit.windowSeconds * 1000);
  const isOver = sql`${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await context.db
    .insert(rateLimits)
    .values({ key: keyOf(context, limit, subject), count: amount, resetsAt: next })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN ${amount}::int ELSE ${rateLimits.count} + ${amount}::int END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN excluded.resets_at ELSE ${rateLimits.resetsAt} END`,
      },
    })
    .returning({ count: rateLimits.count, resetsAt: rateLimits.resetsAt });
  if (!row) return;
  if (row.count === amount) await deleteExpiredCounts(context, now);
  if (row.count > limit.max) throw tooMany(limit, row.resetsAt.getTime() - now.getTime());
}

/** Deletes the attempts of `subject` after it authenticated. */
export async function forgetAttempts(context: Context, limit: Limit, subject: string): Promise<void> {
  await context.db.delete(rateLimits).where(eq(rateLimits.key, keyOf(context, limit, subject)));
}

/** Removes one attempt that succeeded, where only failures count. */
export async function undoAttempt(context: Context, limit: Limit, subject: string): Promise<void> {
  await context.db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, keyOf(context, limit, subject)));
}

/** Returns a keyed hash, so that the table does not reveal who tried to sign in from where. */
function keyOf({ secret }: Counting, { name }: Limit, subject: string): string {
  return createHmac('sha256', secret).update(`attempts\0${name}\0${subject}`).digest('base64url');
}

function tooMany({ message }: Limit, waitMs: number): CallError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const rounded = seconds <= 60 ? seconds : Math.ceil(seconds / 60) * 60;
  return callError(
    'resource-exhausted',
    () => t`${message()} Wait ${describeDuration(rounded)}, then try again.`,
    { reason: 'too-many-attempts', retryAfterSeconds: seconds },
  );
}

async function deleteExpiredCounts({ db }: Counting, now: Date): Promise<void> {
  const expired = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lt(rateLimits.resetsAt, now))
    .limit(SWEEP)
    .for('update', { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.key, expired));
}
