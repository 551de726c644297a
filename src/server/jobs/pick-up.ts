import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { enqueue, type JobName } from './enqueue.ts';
import { releaseJobsOfTheDead } from './liveness.ts';

/** Jobs that take what is due from a table, and the question whether anything is. */
const DUE: Partial<Record<JobName, (now: string) => ReturnType<typeof sql>>> = {
  'send-mails': (now) => dueDelivery('email', now),
  'send-digests': (now) => dueDelivery('digest', now),
  'send-pushes': (now) => dueDelivery('push', now),
  'send-webhooks': (now) =>
    sql`SELECT FROM webhook_deliveries WHERE status = 'pending' AND due_at <= ${now}::timestamptz`,
};

/**
 * The job of every minute, and of every start: frees what a process that is gone had taken, and wakes the jobs for
 * which something is due, such as a mail that its server refused for the time being.
 */
export async function pickUp({ db, pool, clock }: Context): Promise<void> {
  await releaseJobsOfTheDead(pool);
  const now = clock().toISOString();
  for (const [name, isDue] of Object.entries(DUE)) {
    const { rows } = await db.execute<{ due: boolean }>(sql`SELECT EXISTS (${isDue(now)}) AS due`);
    if (rows[0]?.due) await enqueue(db, name as keyof typeof DUE & JobName, {} as never);
  }
}

function dueDelivery(channel: string, now: string) {
  return sql`SELECT FROM notice_deliveries
    WHERE channel = ${channel} AND status = 'pending' AND due_at <= ${now}::timestamptz`;
}
