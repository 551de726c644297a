import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { queueRebuild, queueRebuildLater } from '../../platform/queue/queue-rebuild.ts';
import { removeOrphans } from '../fdroid/clean-up.ts';
import { areFilesThere, areIntact } from '../generations/damage.ts';
import { deleteGenerations, readGeneration, readPastFiles } from '../generations/generations.ts';
import { type RebuildOptions, rebuildFeeds } from './rebuild.ts';

/** Runs after a visible change. Returns to the queue when stopped. */
export async function rebuildChangedApps(context: Context, signal: AbortSignal): Promise<void> {
  await rebuild(context, { onlyChanges: true, signal });
  await forgetReplacedJobs(context);
}

/**
 * Runs at every start and every hour: rebuilds the feed when files are lost or damaged or the public address
 * changed, renders every app again, and deletes the remains of interrupted rebuilds.
 */
export async function checkFeed(context: Context, signal: AbortSignal): Promise<void> {
  const current = await readGeneration(context.db, 'fdroid');
  const isForced = current !== null && !(await areIntact(context, Object.values(current.files)));
  if (isForced) context.log.warn('files of the feed were lost or damaged: it is made again');
  const lost: number[] = [];
  for (const [timestamp, files] of await readPastFiles(context.db, 'fdroid')) {
    if (!(await areFilesThere(context, files))) lost.push(timestamp);
  }
  if (lost.length > 0) await deleteGenerations(context.db, 'fdroid', lost);
  await rebuild(context, { isForced, signal });
  await removeOrphans(context);
}

async function rebuild(
  context: Context,
  options: RebuildOptions & { readonly signal: AbortSignal },
): Promise<void> {
  try {
    const result = await rebuildFeeds(context, options);
    if (result === 'busy') await queueRebuildLater(context.db);
  } catch (error) {
    if (!options.signal.aborted) throw error;
    await queueRebuild(context.db, options.onlyChanges ? [] : 'all');
  }
}

/** Deletes failed rebuilds without attempts left that a later one replaced. */
async function forgetReplacedJobs({ db }: Context): Promise<void> {
  await db.execute(sql`
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
    WHERE task_identifier = 'rebuild-feeds' AND key IS NULL AND attempts >= max_attempts AND locked_at IS NULL
    HAVING count(*) > 0`);
}
