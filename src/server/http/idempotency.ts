import { createHash, randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { CallContract } from '#shared/call.ts';
import { DEFAULT_TIMEOUT_MS } from '#shared/call.ts';
import type { CallName } from '#shared/calls.ts';
import { CallError, type ErrorCode, type ErrorDetails } from '#shared/errors.ts';
import { IDEMPOTENCY_LIMITS, takesIdempotencyKey } from '#shared/idempotency.ts';
import { t } from '#shared/languages/translate.ts';
import type { Caller } from '../identity/authenticate.ts';
import type { Context } from '../platform/context.ts';
import { defineCountLimit, requireRoom } from '../platform/db/count-limit.ts';
import { finishTransactions, type Tx } from '../platform/db/open.ts';
import { idempotentCalls } from '../platform/db/tables/idempotency.ts';
import { callError } from '../platform/input/call-error.ts';
import { decryptAtRest, encryptAtRest, idempotentCallLockName } from '../platform/secrets/encryption.ts';
import { toCallError } from './error-response.ts';

const { keyLength, hours, perAccount, responseBytes } = IDEMPOTENCY_LIMITS;

/** Milliseconds beyond the time-out of a call for which nobody else makes it; its statements have ended by then. */
const LEASE_MARGIN_MS = 10_000;

const RETRY_AFTER_SECONDS = 1;

/** Errors that another attempt may not get, so they are not kept. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  'cancelled',
  'deadline-exceeded',
  'internal',
  'resource-exhausted',
  'unavailable',
  'unknown',
]);

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${keyLength}}$`);

/** A call with a key. */
export interface KeyedCall {
  readonly key: string;
  readonly caller: Caller;
  readonly name: CallName;
  readonly contract: CallContract;
  readonly data: unknown;
  /** Called before an earlier response is repeated. */
  readonly onReplay: () => void;
}

/** The end of a call, as it is stored. */
interface KeptOutcome {
  readonly result?: unknown;
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: ErrorDetails | undefined;
  };
}

/**
 * Returns the key in a header's value, which may be quoted as in the draft; null without one, or for a call that takes
 * none. Throws `invalid-argument` for one that isn't a key.
 */
export function readIdempotencyKey(value: string | undefined, contract: CallContract): string | null {
  if (value === undefined || !takesIdempotencyKey(contract)) return null;
  const key = /^"(.*)"$/.exec(value)?.[1] ?? value;
  if (KEY.test(key)) return key;
  throw callError(
    'invalid-argument',
    () => t`Use an idempotency key of 1 to ${keyLength} visible ASCII characters, such as a UUID.`,
    { reason: 'idempotency-key-invalid' },
  );
}

/**
 * Makes a call with a key, unless it was made before: then returns the earlier result, or throws the earlier error. The
 * transactions of `run` commit only while no other attempt has replaced this one, so that it has its effect at most
 * once. Throws `aborted` while the call still runs, or when its response isn't kept, `invalid-argument` when the key
 * belongs to another call, and `resource-exhausted` when the account has used too many keys.
 */
export async function runOnce(
  context: Context,
  call: KeyedCall,
  run: (context: Context) => Promise<unknown>,
): Promise<unknown> {
  const id = await claim(context, call);
  if (id === null) return replay(context, call);
  const guarded: Context = {
    ...context,
    db: finishTransactions(context.db, (tx) => noteCommit(tx, id, context.clock())),
  };
  try {
    const result = await run(guarded);
    await finish(context, id, { result });
    return result;
  } catch (error) {
    const known = toCallError(error);
    if (!known || TRANSIENT.has(known.code)) await release(context, id);
    else {
      const { code, message, details } = known;
      await finish(context, id, { error: { code, message, details } });
    }
    throw error;
  }
}

/** Counts the other keys that an account uses. */
const KEYS = defineCountLimit<{ readonly call: KeyedCall; readonly oldest: string }>({
  name: 'idempotency keys',
  key: ({ call }) => call.caller.uid,
  count: (tx, { call, oldest }) =>
    tx.$count(
      idempotentCalls,
      sql`uid = ${call.caller.uid} AND created_at > ${oldest}::timestamptz
        AND (caller_id, key) <> (${callerIdOf(call.caller)}, ${call.key})`,
    ),
  max: () => perAccount,
  error: () => tooManyKeys(),
});

/**
 * Reserves the key and returns the attempt's id; null when the key is in use. Replaces an attempt whose server was killed
 * before anything was committed. Throws `resource-exhausted` when the account has too many.
 */
async function claim({ db, clock }: Context, call: KeyedCall): Promise<string | null> {
  const now = clock();
  const id = randomUUID();
  const oldest = new Date(now.getTime() - hours * 3_600_000).toISOString();
  const lease = (call.contract.timeoutMs ?? DEFAULT_TIMEOUT_MS) + LEASE_MARGIN_MS;
  const leaseUntil = new Date(now.getTime() + lease).toISOString();
  const { uid } = call.caller;
  return db.transaction(async (tx) => {
    await requireRoom(tx, KEYS, { call, oldest });
    const { rowCount } = await tx.execute(sql`
    INSERT INTO idempotent_calls AS c (id, uid, caller_id, key, call, input_sha256, created_at, lease_until)
    VALUES (${id}, ${uid}, ${callerIdOf(call.caller)}, ${call.key}, ${call.name}, ${hashInput(call.data)},
      ${now.toISOString()}::timestamptz, ${leaseUntil}::timestamptz)
    ON CONFLICT (caller_id, key) DO UPDATE SET id = excluded.id, call = excluded.call,
      input_sha256 = excluded.input_sha256, created_at = excluded.created_at, lease_until = excluded.lease_until,
      committed_at = NULL, finished_at = NULL, encrypted_response = NULL
    WHERE c.created_at <= ${oldest}::timestamptz OR (
      c.call = excluded.call AND c.input_sha256 = excluded.input_sha256 AND c.lease_until <= excluded.created_at
      AND c.committed_at IS NULL AND c.finished_at IS NULL
    )`);
    return rowCount === 1 ? id : null;
  });
}

/** Returns the result of an earlier call with the key. Throws its error, or the reason why there is none. */
async function replay({ db, clock, secret }: Context, call: KeyedCall): Promise<unknown> {
  const now = clock();
  const oldest = new Date(now.getTime() - hours * 3_600_000);
  const [earlier] = await db
    .select()
    .from(idempotentCalls)
    .where(
      and(
        eq(idempotentCalls.callerId, callerIdOf(call.caller)),
        eq(idempotentCalls.key, call.key),
        gt(idempotentCalls.createdAt, oldest),
      ),
    );
  // The other attempt has just released it.
  if (!earlier) throw keyInUse();
  if (earlier.call !== call.name || earlier.inputSha256 !== hashInput(call.data)) throw keyReused();
  if (earlier.encryptedResponse === null) {
    const isRunning = earlier.finishedAt === null && earlier.leaseUntil > now;
    throw isRunning || earlier.committedAt === null ? keyInUse() : responseNotKept();
  }
  const name = idempotentCallLockName(earlier.id);
  const { result, error } = JSON.parse(
    decryptAtRest(earlier.encryptedResponse, { secret, name }).toString(),
  ) as KeptOutcome;
  call.onReplay();
  if (error) throw new CallError(error.code, error.message, error.details);
  return result;
}

/** Notes in a transaction of the call that it has had its effect. Throws when another attempt replaced this one. */
async function noteCommit(tx: Tx, id: string, now: Date): Promise<void> {
  const noted = await tx
    .update(idempotentCalls)
    .set({ committedAt: now })
    .where(eq(idempotentCalls.id, id))
    .returning({ id: idempotentCalls.id });
  if (noted.length === 0) throw keyInUse();
}

/** Stores the end of a call. When that fails the call itself has not: a repetition learns that nothing is kept. */
async function finish({ db, log, clock, secret }: Context, id: string, outcome: KeptOutcome): Promise<void> {
  const response = Buffer.from(JSON.stringify(outcome));
  const encryptedResponse =
    response.length > responseBytes
      ? null
      : encryptAtRest(response, { secret, name: idempotentCallLockName(id) });
  const now = clock();
  try {
    await db
      .update(idempotentCalls)
      .set({ finishedAt: now, committedAt: now, encryptedResponse })
      .where(eq(idempotentCalls.id, id));
  } catch (error) {
    log.warn({ err: error }, 'the response of a call with an idempotency key was not stored');
  }
}

/** Lets the next attempt make the call at once, unless a part of it was committed. */
async function release({ db, log, clock }: Context, id: string): Promise<void> {
  const isOf = eq(idempotentCalls.id, id);
  try {
    await db.delete(idempotentCalls).where(and(isOf, isNull(idempotentCalls.committedAt)));
    await db.update(idempotentCalls).set({ finishedAt: clock() }).where(isOf);
  } catch (error) {
    log.warn({ err: error }, 'an idempotency key stays reserved until its lease ends');
  }
}

function callerIdOf(caller: Caller): string {
  return caller.via === 'token' ? caller.tokenId : caller.uid;
}

/** Returns a hash that is the same for the same input, in whatever order its fields are. */
function hashInput(data: unknown): string {
  const sorted = JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('hex');
}

function keyReused(): CallError {
  return callError(
    'invalid-argument',
    () => t`This idempotency key was used for another call or another input. Use a new one.`,
    { reason: 'idempotency-key-reused' },
  );
}

function keyInUse(): CallError {
  return callError(
    'aborted',
    () => t`The call with this idempotency key still runs. Try again in a moment.`,
    {
      reason: 'idempotency-key-in-use',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}

function responseNotKept(): CallError {
  return callError(
    'aborted',
    () => t`The call with this idempotency key was made, but its response isn’t kept. Read what it changed.`,
    { reason: 'response-not-kept' },
  );
}

function tooManyKeys(): CallError {
  return callError(
    'resource-exhausted',
    () =>
      t`Your programs used ${perAccount} idempotency keys within ${hours} hours, the maximum. Call without a key.`,
    { reason: 'too-many-idempotency-keys' },
  );
}
