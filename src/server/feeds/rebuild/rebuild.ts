import { t } from '#shared/languages/translate.ts';
import { type Context, copiesOf, readReplicated, useJobs, watchedDisks } from '../../platform/context.ts';
import { connectionOf } from '../../platform/db/pools.ts';
import { callError } from '../../platform/input/call-error.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { removeExpired } from '../fdroid/clean-up.ts';
import { storeEntry } from '../fdroid/store-indexes.ts';
import { areFilesThere } from '../generations/damage.ts';
import { type Generation, readGeneration } from '../generations/generations.ts';
import { signDigests } from '../signing/jar.ts';
import { fingerprint, readSigningKey } from '../signing/key.ts';
import { queueFinishing } from './finish-feeds.ts';
import { recordProblems } from './problems.ts';
import { type FeedRenderer, feedRenderer } from './renderer.ts';
import type { RebuildOrder, RebuildOutcome } from './renderer-messages.ts';

export interface RebuildOptions {
  /** Creates a generation even without changes. */
  readonly isForced?: boolean;
  /** Renders only apps recorded as changed; reuses the stored texts of the others. */
  readonly onlyChanges?: boolean;
  /** Cancels the rebuild. */
  readonly signal?: AbortSignal;
}

/**
 * Updates the F-Droid feed and the AltStore sources to the published data; creates no generation when nothing changed.
 * One rebuild at a time runs across all servers, and none waits: the result is `busy` while another runs. Safe to
 * interrupt and rerun.
 */
export async function rebuildFeeds(
  context: Context,
  { isForced = false, onlyChanges = false, signal = new AbortController().signal }: RebuildOptions = {},
): Promise<RebuildOutcome['result']> {
  const key = await readSigningKey(context);
  const current = await readGeneration(context.db, 'fdroid');
  const isDamaged = current !== null && !(await areFilesThere(context, Object.values(current.files)));
  const order: RebuildOrder = {
    connection: connectionOf(context.pool),
    storage: storageOf(context),
    publicUrl: context.config.publicUrl,
    address: `${context.config.publicUrl}fdroid/repo`,
    signer: fingerprint(key),
    isForced: isForced || isDamaged,
    isWhole: isDamaged || !onlyChanges,
  };
  const { result, problems, lacksHtml } = await context.services.get(feedRenderer).rebuild(order, {
    sign: (digests) => signDigests(digests, key),
    store: (entry) => storeEntry(context.storage, key, entry),
    signal,
  });
  if (result === 'busy') return result;
  // The feed is up to date now, so nothing that follows may fail the rebuild.
  await Promise.all([
    attempt(context, 'problems of the feed were not recorded', () => recordProblems(context, problems)),
    attempt(context, 'descriptions were not queued to be rendered', async () => {
      if (lacksHtml) await enqueue(context.db, { name: 'render-listings', payload: {} });
    }),
    attempt(context, 'the rest of the feed was not queued to be made', () => queueFinishing(context)),
    attempt(context, 'old generations of the feed were not removed', () => removeExpired(context)),
  ]);
  return result;
}

/** The first generation while it is being created, for requests that arrive earlier. */
const firstGenerations = new WeakMap<FeedRenderer, Promise<unknown>>();

/**
 * Returns the generation to serve, and creates the first one when there is none. Throws `unavailable` while
 * another server creates it.
 */
export async function currentGeneration(context: Context): Promise<Generation> {
  const current = await readReplicated(context, ({ db }) => readGeneration(db, 'fdroid'));
  if (current) return current;
  const renderer = context.services.get(feedRenderer);
  const making = firstGenerations.get(renderer) ?? rebuildFeeds(useJobs(context));
  firstGenerations.set(renderer, making);
  try {
    await making;
  } finally {
    firstGenerations.delete(renderer);
  }
  // The start-up job may be creating it.
  await renderer.settled();
  const made = await readGeneration(context.db, 'fdroid');
  if (made) return made;
  throw callError('unavailable', () => t`The feed is being made. Try again in a few seconds.`, {
    reason: 'feed-not-ready',
    retryAfterSeconds: 1,
  });
}

async function attempt({ log }: Context, failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, failure);
  }
}

/** Returns the storage settings for the renderer's process. */
function storageOf({ config, space }: Context): RebuildOrder['storage'] {
  const { reserveBytes } = space;
  return { config: config.storage, copies: copiesOf(config), watched: watchedDisks(config), reserveBytes };
}
