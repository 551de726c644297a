import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { makeXmlIndex } from '../fdroid/xml-generation.ts';
import { makeCopies } from '../generations/copies.ts';

/** Seconds without another change, so that it takes no processor from the next one. */
const QUIET_SECONDS = 10;

/** The longest time for which changes, one after the other, put it off. */
const MAX_DELAY_SECONDS = 300;

/** Queues `finishFeeds`; while changes go on, the one that waits already waits on. */
export async function queueFinishing({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const runAt = new Date(clock().getTime() + QUIET_SECONDS * 1_000);
  const { rows } = await db.execute(sql`
    SELECT graphile_worker.reschedule_jobs(
      ARRAY[id], least(${runAt.toISOString()}::timestamptz, created_at + make_interval(secs => ${MAX_DELAY_SECONDS})))
    FROM graphile_worker.jobs
    WHERE task_identifier = 'finish-feeds' AND locked_at IS NULL AND attempts < max_attempts LIMIT 1`);
  if (rows.length === 0) await enqueue(db, { name: 'finish-feeds', payload: {}, runAt });
}

/**
 * Makes what isn't needed for a change to be served: `index.xml`, and the compressed copies of every feed. What is there
 * already isn't made again.
 */
export async function finishFeeds(context: Context, signal: AbortSignal): Promise<void> {
  await makeCopies(context, 'fdroid', signal);
  await makeCopies(context, 'altstore', signal);
  await makeXmlIndex(context, signal);
  await makeCopies(context, 'fdroid-xml', signal);
}
