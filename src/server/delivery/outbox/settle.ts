import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/pools.ts';
import { type OutboxRow, outbox } from '../../platform/db/tables/deliveries.ts';
import { databaseTrouble } from '../../platform/db/trouble.ts';
import { MAX_ATTEMPTS, nextAttempt } from './back-off.ts';
import type { ChannelDefinition, SendDecision, SendOutcome } from './channel.ts';

/** Time for which recording a result is tried while the database is unavailable, in milliseconds. */
const RECORD_MS = 5 * 60_000;

/** The pause between two attempts to record a result, in milliseconds. */
const RECORD_PAUSE_MS = 1_000;

/** The result of an attempt, and when the channel needs to run again because of it. */
interface SettledEntry {
  readonly result: 'sent' | 'skip' | 'fail' | 'retry';
  readonly wakeAt: Date | null;
}

/** An item after an attempt; `signal` is aborted when the server stops. */
interface AttemptedEntry {
  readonly item: OutboxRow;
  readonly decision: SendDecision;
  readonly signal: AbortSignal;
}

/**
 * Records the result of an attempt as `settle` does, and tries again while the database is unavailable, for some minutes
 * or until another server leased the item: one without a recorded result is sent twice.
 */
export async function settleWhileLeased(
  context: Context,
  channel: ChannelDefinition,
  { item, decision, signal }: AttemptedEntry,
): Promise<SettledEntry | null> {
  const giveUpAt = item.dueAt.getTime() + RECORD_MS;
  for (;;) {
    try {
      return await settleAttempt(context, channel, { item, decision });
    } catch (error) {
      const isOver = signal.aborted || context.clock().getTime() >= giveUpAt;
      if (isOver || databaseTrouble(error) === null) throw error;
    }
    await sleep(RECORD_PAUSE_MS, undefined, { signal }).catch(() => {});
    // The result may have been recorded although the response was lost.
    if ((await isLeased(context, item)) === false) return null;
  }
}

/** Returns true while the result of this attempt isn't recorded, and no other began; null when the database doesn't respond. */
async function isLeased({ db }: Context, { id, attempts }: OutboxRow): Promise<boolean | null> {
  const leased = and(eq(outbox.id, id), eq(outbox.status, 'pending'), eq(outbox.attempts, attempts));
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(leased)
    .catch(() => null);
  return rows && rows.length > 0;
}

/**
 * Records the result of an attempt. Returns null when it is unknown, so that the item waits for the end of its lease.
 */
export async function settleAttempt(
  context: Context,
  channel: ChannelDefinition,
  { item, decision }: { item: OutboxRow; decision: SendDecision },
): Promise<SettledEntry | null> {
  if (decision === null) return null;
  const now = context.clock();
  const settled = await context.db.transaction(async (tx) => {
    const outcome = typeof decision === 'function' ? await decision(tx) : decision;
    if (outcome.result !== 'retry' || item.attempts >= maxAttemptsOf(channel)) {
      await finish(tx, channel, { item, outcome, now });
      return { outcome, wakeAt: 'wakeAt' in outcome ? (outcome.wakeAt ?? null) : null };
    }
    const dueAt = outcome.retryAt ?? nextAttempt(item.attempts, now);
    await tx.update(outbox).set({ dueAt, lastError: outcome.reason }).where(isPending(item));
    return { outcome, wakeAt: dueAt };
  });
  report(context, channel, { item, ...settled });
  channel.onAttempted?.(context, item);
  // In its own transaction, because stopping a broadcast locks the two in the other order.
  if (settled.outcome.result === 'sent') await channel.onSent?.(context, item);
  return { result: settled.outcome.result, wakeAt: settled.wakeAt };
}

function maxAttemptsOf({ maxAttempts = MAX_ATTEMPTS }: ChannelDefinition): number {
  return maxAttempts;
}

const isPending = ({ id }: OutboxRow) => and(eq(outbox.id, id), eq(outbox.status, 'pending'));

interface Finished {
  readonly item: OutboxRow;
  readonly outcome: SendOutcome;
  readonly now: Date;
}

/** Finishes an item: it is deleted, or kept without its content if the channel keeps it. */
async function finish(
  tx: Tx,
  { keepsFinished, onFailed }: ChannelDefinition,
  { item, outcome, now }: Finished,
): Promise<void> {
  const status = { sent: 'sent', skip: 'skipped', fail: 'failed', retry: 'failed' } as const;
  const isFailed = status[outcome.result] === 'failed';
  if (isFailed) await onFailed?.(tx, item, now);
  if (keepsFinished === 'none' || (keepsFinished === 'failed' && !isFailed)) {
    await tx.delete(outbox).where(isPending(item));
    return;
  }
  await tx
    .update(outbox)
    .set({
      status: status[outcome.result],
      finishedAt: now,
      encryptedContent: null,
      lastError: outcome.result === 'sent' ? null : outcome.reason,
    })
    .where(isPending(item));
}

interface Reported {
  readonly item: OutboxRow;
  readonly outcome: SendOutcome;
  readonly wakeAt: Date | null;
}

function report({ log }: Context, channel: ChannelDefinition, { item, outcome }: Reported): void {
  if (outcome.result === 'sent' || outcome.result === 'skip') return;
  const about = { outboxId: item.id, channel: channel.name, to: item.target, reason: outcome.reason };
  if (outcome.result === 'fail' || item.attempts >= maxAttemptsOf(channel)) log.warn(about, 'not delivered');
  else if (item.attempts === 1) log.warn(about, 'not delivered yet; it will be tried again');
}
