import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { OutboxChannel } from '../db/tables/deliveries.ts';
import { enqueue } from './enqueue.ts';
import { releaseOrphanedJobs } from './liveness.ts';

/**
 * Runs every minute and at every start: recovers jobs of ended processes, and wakes outbox channels with due
 * messages, such as an email that the mail server did not accept yet.
 */
export async function recoverJobs({ db, pool, clock }: Context): Promise<void> {
  await releaseOrphanedJobs(pool);
  const { rows } = await db.execute<{ channel: OutboxChannel }>(sql`
    SELECT DISTINCT channel FROM outbox
    WHERE status = 'pending' AND due_at <= ${clock().toISOString()}::timestamptz`);
  for (const { channel } of rows) await enqueue(db, { name: 'send-outbox', payload: { channel } });
}
