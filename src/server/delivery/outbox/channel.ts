import type { SQL } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/pools.ts';
import type { OutboxChannel, OutboxRow } from '../../platform/db/tables/deliveries.ts';
import type { ReceiverLimits } from './receivers.ts';

/** The result of an attempt. `skip`: no longer wanted. `retry`: may succeed later. */
export type SendOutcome =
  | { readonly result: 'sent' }
  | { readonly result: 'skip' | 'fail'; readonly reason: string; readonly wakeAt?: Date }
  /** At `retryAt`, or after the back-off. */
  | { readonly result: 'retry'; readonly reason: string; readonly retryAt?: Date };

/** An outcome, or one that is decided in the transaction that records it; null waits for the end of the lease. */
export type SendDecision = SendOutcome | ((tx: Tx) => Promise<SendOutcome>) | null;

/** The parts of the outbox that differ by channel: how items are found, limited and sent (`sendOutbox`). */
export interface ChannelDefinition {
  readonly name: OutboxChannel;
  /** Maximum items in progress. */
  readonly total: number;
  /** Maximum attempts for an item; `MAX_ATTEMPTS` when omitted. */
  readonly maxAttempts?: number;
  /**
   * Selects the outbox rows `o` that match a condition, as `key`, `ids` (sent together), `due_at`, `turn` (who takes
   * turns), `receiver` and `lanes`, each a kind and an id, such as `app 17`.
   */
  readonly selectDue: (isDue: SQL, now: SQL) => SQL;
  /** Maximum items in progress per lane, by its kind. */
  readonly laneLimits: Readonly<Record<string, number>>;
  /** The limits per receiver; omitted where the lanes include them. */
  readonly receiverLimits?: ReceiverLimits;
  /** Pause all items while attempts at several receivers fail in a row, because the transport is down. */
  readonly pausesOnOutage: boolean;
  /** The finished items that are kept for a while. */
  readonly keepsFinished: 'all' | 'failed' | 'none';
  /** Sends items that belong together; returns their decisions in the same order. */
  readonly send: (context: Context, items: Items, signal: AbortSignal) => Promise<readonly SendDecision[]>;
  /** Called for each item that is given up, in the transaction that records it. */
  readonly onFailed?: (tx: Tx, item: OutboxRow, now: Date) => Promise<void>;
  /** Called for each attempted item after that is recorded. */
  readonly onAttempted?: (context: Context, item: OutboxRow) => void;
  /** Called for each sent item after that is recorded. */
  readonly onSent?: (context: Context, item: OutboxRow) => Promise<void>;
}

/** Items that were leased together. */
export type Items = readonly [OutboxRow, ...OutboxRow[]];
