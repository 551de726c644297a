import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { type OutboxRow, outbox } from '../../platform/db/tables/deliveries.ts';
import type { ChannelDefinition } from './channel.ts';

/** Maximum due items per search. */
const BATCH = 100;

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
 * again when the lease ends without a recorded result.
 */
export async function leaseItems(
  { db, clock }: Context,
  { leaseMs }: ChannelDefinition,
  ids: readonly string[],
): Promise<OutboxRow[]> {
  const now = clock();
  const rows = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: new Date(now.getTime() + leaseMs) })
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
