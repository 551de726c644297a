import { setTimeout as sleep } from 'node:timers/promises';
import { type RebuildOptions, rebuildFeeds } from '#server/feeds/rebuild/rebuild.ts';
import type { Context } from '#server/platform/context.ts';

const INTERVAL_MS = 25;

/**
 * Rebuilds the feed of a server, after the job that may be doing so, such as the one at its start. Returns the outcome.
 */
export async function rebuildWhenFree(context: Context, options?: RebuildOptions): Promise<string> {
  for (;;) {
    const result = await rebuildFeeds(context, options);
    if (result !== 'busy') return result;
    await sleep(INTERVAL_MS);
  }
}
