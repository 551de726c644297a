import { createHmac } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { describeDuration } from '#shared/duration.ts';
import { CallError } from '#shared/errors.ts';
import type { Context } from '../context.ts';
import { attemptLimits } from '../db/account-tables.ts';

/** How often something may be tried in how long, counted for each address or account. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** What was tried too often, and what helps besides waiting. */
  readonly refusal: string;
}

const SIGN_IN = 'Too many attempts to sign in.';
const SIGN_UP = 'Too many new accounts.';
const MAIL = 'Too many mails were asked for.';

/** Counted by the address that a request comes from, and by the account that it names, whether that exists or not. */
export const LIMITS = {
  signInByAddress: { name: 'sign-in address', max: 20, windowSeconds: 60, refusal: SIGN_IN },
  signInByAccount: {
    name: 'sign-in account',
    max: 25,
    windowSeconds: 900,
    refusal: `${SIGN_IN} If the account is yours, you can also reset the password.`,
  },
  signUpByAddress: { name: 'sign-up address', max: 20, windowSeconds: 3600, refusal: SIGN_UP },
  signUpByAccount: { name: 'sign-up account', max: 5, windowSeconds: 3600, refusal: SIGN_UP },
  mailByAddress: { name: 'mail address', max: 20, windowSeconds: 3600, refusal: MAIL },
  mailByAccount: {
    name: 'mail account',
    max: 3,
    windowSeconds: 3600,
    refusal: `${MAIL} Look into your other folders, too.`,
  },
  resetByAddress: {
    name: 'reset address',
    max: 20,
    windowSeconds: 3600,
    refusal: 'Too many attempts to set a new password.',
  },
  passwordBySession: {
    name: 'password account',
    max: 10,
    windowSeconds: 900,
    refusal: 'The password was wrong too often.',
  },
} satisfies Record<string, Limit>;

/** Expired counts that are removed at most when a new count begins. */
const SWEEP = 100;

/**
 * Counts one attempt of `subject` (an address or an account) and refuses when there were too many, in one statement, so
 * that attempts at the same time cannot slip past. Throws `resource-exhausted` with `retryAfterSeconds`.
 */
export async function countAttempt(context: Context, limit: Limit, subject: string): Promise<void> {
  const now = context.clock();
  const next = new Date(now.getTime() + limit.windowSeconds * 1000);
  const isOver = sql`${attemptLimits.resetsAt} <= ${now.toISOString()}::timestamptz`;
  const [row] = await context.db
    .insert(attemptLimits)
    .values({ key: keyOf(context, limit, subject), count: 1, resetsAt: next })
    .onConflictDoUpdate({
      target: attemptLimits.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${attemptLimits.count} + 1 END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN excluded.resets_at ELSE ${attemptLimits.resetsAt} END`,
      },
    })
    .returning({ count: attemptLimits.count, resetsAt: attemptLimits.resetsAt });
  if (!row) return;
  if (row.count === 1) await sweep(context, now);
  if (row.count > limit.max) throw tooMany(limit, row.resetsAt.getTime() - now.getTime());
}

/** Forgets the attempts of `subject`: it proved to be who it says. */
export async function forgetAttempts(context: Context, limit: Limit, subject: string): Promise<void> {
  await context.db.delete(attemptLimits).where(eq(attemptLimits.key, keyOf(context, limit, subject)));
}

/** Takes one attempt back: it succeeded, and only failures count. */
export async function takeBackAttempt(context: Context, limit: Limit, subject: string): Promise<void> {
  await context.db
    .update(attemptLimits)
    .set({ count: sql`greatest(${attemptLimits.count} - 1, 0)` })
    .where(eq(attemptLimits.key, keyOf(context, limit, subject)));
}

/** A keyed hash: the table must not become a list of who tried to sign in from where. */
function keyOf({ secret }: Context, { name }: Limit, subject: string): string {
  return createHmac('sha256', secret).update(`attempts\0${name}\0${subject}`).digest('base64url');
}

function tooMany({ refusal }: Limit, waitMs: number): CallError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = describeDuration(seconds <= 60 ? seconds : Math.ceil(seconds / 60) * 60);
  return new CallError('resource-exhausted', `${refusal} Wait ${wait}, then try again.`, {
    reason: 'too-many-attempts',
    retryAfterSeconds: seconds,
  });
}

async function sweep({ db }: Context, now: Date): Promise<void> {
  const expired = db
    .select({ key: attemptLimits.key })
    .from(attemptLimits)
    .where(lt(attemptLimits.resetsAt, now))
    .limit(SWEEP)
    .for('update', { skipLocked: true });
  await db.delete(attemptLimits).where(inArray(attemptLimits.key, expired));
}
