import { Hono } from 'hono';
import type { Context } from '../platform/context.ts';
import { hasProblemFiles } from '../platform/file-problems/problems.ts';
import { areJobsDelayed } from '../platform/queue/delays.ts';
import { isWorkMisdated } from '../platform/queue/misdated-work.ts';
import { findSettingsProblem } from '../platform/settings.ts';
import { StorageFullError, StorageReadOnlyError } from '../platform/storage/storage.ts';

/** Timeout for the check of a part, in milliseconds. */
const CHECK_TIMEOUT_MS = 2_000;

/** Time for which requests share a check of the storage, in milliseconds: it stores an object, and the address is public. */
const SHARED_MS = 5_000;

/** State of a part: working, working with a problem that an admin should look at, or not working. */
type PartState = 'ok' | 'degraded' | 'unavailable' | 'unknown';

interface Part {
  readonly check: () => Promise<'ok' | 'degraded'>;
  /** The state when the check fails or times out; only `unavailable` takes the server out of service. */
  readonly otherwise: 'unavailable' | 'unknown';
}

type HealthContext = Pick<Context, 'pool' | 'db' | 'storage' | 'space' | 'log'>;

/** Returns true when the feed is incomplete. */
type HasFeedProblem = (pool: Context['pool']) => Promise<boolean>;

/**
 * Serves `healthz`, which responds while the process runs, and `readyz`, which reports the state of each
 * part: with status 503 when the database or the storage is down, which makes this server useless, else 200.
 * A full or read-only disk, damaged files, jobs that are late or due implausibly late, settings that can't be read and an
 * incomplete feed affect all servers alike, so they take none out of service.
 * Both addresses are public, so they reveal nothing else.
 */
export function createHealth(
  { pool, db, storage, space, log }: HealthContext,
  hasFeedProblem: HasFeedProblem,
) {
  const checkStorage = shareChecks(() => storage.check());
  const parts: Record<string, Part> = {
    database: { check: async () => pool.query('select 1').then(() => 'ok'), otherwise: 'unavailable' },
    storage: {
      check: async () => checkStorage().then(() => 'ok', degradedIfReadable),
      otherwise: 'unavailable',
    },
    disk: {
      check: async () => ((await space.read()).some(({ isLow }) => isLow) ? 'degraded' : 'ok'),
      otherwise: 'unknown',
    },
    files: { check: async () => ((await hasProblemFiles(pool)) ? 'degraded' : 'ok'), otherwise: 'unknown' },
    jobs: {
      check: async () => ((await haveJobsStopped({ pool, db })) ? 'degraded' : 'ok'),
      otherwise: 'unknown',
    },
    settings: {
      check: async () => ((await findSettingsProblem(db)) === null ? 'ok' : 'degraded'),
      otherwise: 'unknown',
    },
    feed: { check: async () => ((await hasFeedProblem(pool)) ? 'degraded' : 'ok'), otherwise: 'unknown' },
  };

  async function readState(name: string, { check, otherwise }: Part): Promise<PartState> {
    try {
      return await withTimeout(check());
    } catch (error) {
      if (otherwise === 'unavailable') log.warn({ err: error, part: name }, 'not ready');
      return otherwise;
    }
  }

  const readStates = async (): Promise<Readonly<Record<string, PartState>>> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(parts).map(async ([name, part]) => [name, await readState(name, part)] as const),
      ),
    );

  const routes = new Hono();
  routes.get('/healthz', (c) => c.json({ status: 'ok' }));
  routes.get('/readyz', async (c) => {
    const states = await readStates();
    const found = new Set(Object.values(states));
    const status = (['unavailable', 'degraded'] as const).find((state) => found.has(state)) ?? 'ok';
    return c.json({ status, parts: states }, status === 'unavailable' ? 503 : 200);
  });
  return { routes, readStates };
}

/** Returns true when jobs that are due wait, or work waits for a time that is due implausibly late. */
async function haveJobsStopped({ pool, db }: Pick<HealthContext, 'pool' | 'db'>): Promise<boolean> {
  return (await areJobsDelayed(pool)) || (await isWorkMisdated(db));
}

/** Stored files are still readable when the disk is full or read-only. */
function degradedIfReadable(error: unknown): 'degraded' {
  if (error instanceof StorageFullError || error instanceof StorageReadOnlyError) return 'degraded';
  throw error;
}

/** Returns a check that runs at most once in `SHARED_MS`, whatever its result. */
function shareChecks(check: () => Promise<void>): () => Promise<void> {
  let last: { readonly begunAt: number; readonly result: Promise<void> } | null = null;
  return () => {
    const now = performance.now();
    if (!last || now - last.begunAt >= SHARED_MS) last = { begunAt: now, result: check() };
    return last.result;
  };
}

async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no response within ${CHECK_TIMEOUT_MS} ms`)),
    CHECK_TIMEOUT_MS,
  );
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
