import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { makeXmlIndex } from '../fdroid/xml-generation.ts';
import { makeCopies } from '../generations/copies.ts';

/** Several changes within this time share what follows them. */
const DELAY_MS = 2_000;

/** Queues `finishFeeds`, unless it waits already. */
export async function queueFinishing({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const { rows } = await db.execute(sql`
    SELECT FROM graphile_worker.jobs
    WHERE task_identifier = 'finish-feeds' AND locked_at IS NULL AND attempts < max_attempts LIMIT 1`);
  if (rows.length === 0) {
    const runAt = new Date(clock().getTime() + DELAY_MS);
    await enqueue(db, { name: 'finish-feeds', payload: {}, runAt });
  }
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
