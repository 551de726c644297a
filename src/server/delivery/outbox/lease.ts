import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { type OutboxRow, outbox } from '../../platform/db/tables/deliveries.ts';
import type { ChannelDefinition } from './channel.ts';

/** Maximum due items per search. */
const BATCH = 100;

/** Time after which another server takes over the items of one that ended, in milliseconds. */
export const LEASE_MS = 30_000;

/** Interval in which a living server renews its leases, in milliseconds. */
const RENEW_MS = 8_000;

/** Maximum renewals without a response whose ends of the lease are remembered. */
const MAX_UNCONFIRMED = 10;

/** Items that are sent together, with their receiver and lanes. */
export interface DueItems {
  readonly id: string;
  readonly ids: readonly string[];
  readonly receiver: string;
  readonly lanes: readonly string[];
}

/** Finds the due items of a channel that fit into their lanes, in the order of their turns. */
export async function findDue(
  { db, clock }: Context,
  channel: ChannelDefinition,
  fullLanes: readonly string[],
): Promise<DueItems[]> {
  const now = sql`${clock().toISOString()}::timestamptz`;
  const full = sql`${sql.param([...fullLanes])}::text[]`;
  const { rows } = await db.execute(sql`
    WITH due AS (
      ${channel.selectDue(isDue(channel, now), now)}
    )
    SELECT key AS id, ids, receiver, lanes FROM due
    WHERE NOT (lanes || ('receiver ' || receiver)) && ${full}
    ORDER BY row_number() OVER (PARTITION BY turn ORDER BY due_at, ids), due_at, ids
    LIMIT ${BATCH}`);
  return rows as unknown as DueItems[];
}

function isDue({ name }: ChannelDefinition, now: SQL): SQL {
  return sql`o.channel = ${name} AND o.status = 'pending' AND o.due_at <= ${now}`;
}

/**
 * Leases items that are still due, so that no other server takes them. This counts as an attempt, and they are due
 * again when the lease ends without a recorded result (`keepLeased`).
 */
export async function leaseItems({ db, clock }: Context, ids: readonly string[]): Promise<OutboxRow[]> {
  const now = clock();
  const rows = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: new Date(now.getTime() + LEASE_MS) })
    .where(
      // A concurrent lease waits and then finds nothing due, so items that belong together stay together.
      sql`${outbox.id} IN (
        SELECT id FROM outbox
        WHERE id = ANY(${sql.param([...ids])}::bigint[]) AND status = 'pending'
          AND due_at <= ${now.toISOString()}::timestamptz
        ORDER BY id FOR UPDATE
      )`,
    )
    .returning();
  return rows.sort((a, b) => a.id - b.id);
}

/**
 * Renews the lease of items until it is disposed, so that an attempt may take longer than a lease, while the items of a
 * server that was killed are soon due for the others. A renewal that fails is left to the next one.
 */
export function keepLeased(
  { db, clock, log }: Context,
  items: readonly OutboxRow[],
  intervalMs = RENEW_MS,
): AsyncDisposable {
  const ids = items.map(({ id }) => id);
  /** The ends of the lease that the rows may have: a renewal can be saved although its response was lost. */
  let ends = items.map(({ dueAt }) => dueAt.toISOString());
  const renew = async () => {
    const end = new Date(clock().getTime() + LEASE_MS);
    ends = [...ends.slice(-MAX_UNCONFIRMED), end.toISOString()];
    // A recorded result has another time, or none.
    await db.execute(sql`
      UPDATE outbox SET due_at = ${end.toISOString()}::timestamptz
      WHERE id = ANY(${sql.param(ids)}::bigint[]) AND status = 'pending'
        AND due_at = ANY(${sql.param(ends)}::timestamptz[])`);
    ends = [end.toISOString()];
  };
  let renewal = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renewal.then(renew).catch((error: unknown) => {
      log.warn({ err: error }, 'the lease of a delivery could not be renewed');
    });
  }, intervalMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await renewal;
    },
  };
}
