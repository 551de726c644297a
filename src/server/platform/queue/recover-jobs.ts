import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { OutboxChannel } from '../db/tables/deliveries.ts';
import { enqueue } from './enqueue.ts';
import { releaseOrphanedJobs } from './liveness.ts';

/** Interval in which every server looks for work of ended processes, in milliseconds. */
const LOOK_MS = 10_000;

/**
 * Runs at every start, every minute as a job and every few seconds in each server: recovers jobs of ended processes, and
 * wakes outbox channels with due messages, such as an email that the mail server did not accept yet.
 */
export async function recoverJobs({ db, pool, clock }: Context): Promise<void> {
  await releaseOrphanedJobs(pool);
  const { rows } = await db.execute<{ channel: OutboxChannel }>(sql`
    SELECT DISTINCT channel FROM outbox
    WHERE status = 'pending' AND due_at <= ${clock().toISOString()}::timestamptz
      -- A job that waits for the channel's turn sends them too.
      AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs
        WHERE task_identifier = 'send-outbox' AND queue_name = 'outbox ' || channel
          AND locked_at IS NULL AND run_at <= now()
      )`);
  for (const { channel } of rows) await enqueue(db, { name: 'send-outbox', payload: { channel } });
}

/** Recovers jobs every few seconds until it is disposed, so that what a killed process held waits less than a minute. */
export function watchOrphans(context: Context, intervalMs = LOOK_MS): AsyncDisposable {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= recoverJobs(context)
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'work of ended processes could not be looked for');
      })
      .finally(() => {
        looking = null;
      });
  }, intervalMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
    },
  };
}
