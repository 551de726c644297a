import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { waitAtMost } from '#server/platform/process/stopping.ts';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import { embeddedConnection } from '#test/support/embedded-database.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { createPeople } from '#test/support/people.ts';
import {
  type DataDirectory,
  makeDataDirectory,
  SERVER_ENVIRONMENT,
  type ServerProcess,
} from '#test/support/server-process.ts';
import type { SmallDisk } from '#test/support/small-disk.ts';
import type { CheckedStore } from './invariants.ts';
import { startKeptServer } from './kept-server.ts';

/** A server process that faults happen to, with its database and files. It keeps its address when it starts again. */
export interface FaultStore extends CheckedStore, AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  readonly data: DataDirectory;
  readonly server: ServerProcess;
  /** Rejects when a server ends by itself, with what it wrote. */
  readonly endedByItself: Promise<never>;
  /** Starts the server again after it ended; `stderr` is where it logs. */
  restart(stderr?: number): Promise<void>;
}

interface FaultStoreOptions {
  /** The database; without it the server runs the embedded one. */
  readonly databaseUrl?: string;
  /** The disk that the data directory lies on, if it has one of its own. */
  readonly disk?: SmallDisk;
  /** Fills the data directory before the server starts. */
  readonly prepare?: (dataDir: string) => Promise<void>;
  /** Variables of the configuration that differ. */
  readonly env?: Record<string, string>;
}

/** An inspection that ends the server three times is given up as the cause (`src/server/catalog/versions/analyse.ts`). */
export const KILLS_DURING_INSPECTION = 2;
const INSPECTION_MS = 120_000;
const PAUSE_MS = 100;

/** A connection that was lost together with the database may never be handed back. */
const CLOSE_MS = 3_000;

/** Starts a server for faults to happen to. */
export async function startFaultStore({
  databaseUrl,
  disk,
  prepare,
  env,
}: FaultStoreOptions = {}): Promise<FaultStore> {
  await using opening = new AsyncDisposableStack();
  const data = opening.use(await makeDataDirectory('open', disk?.path));
  const variables = {
    ...SERVER_ENVIRONMENT,
    PORT: String(await findFreePort()),
    DATA_DIR: data.path,
    LOG_LEVEL: 'info',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...disk?.env,
    ...env,
  };
  await prepare?.(data.path);
  const kept = opening.use(await startKeptServer(variables));
  const { url, endedByItself, restart } = kept;
  const pool = opening.adopt(await openPool(data, databaseUrl), (used) => waitAtMost(CLOSE_MS, used.end()));
  const storageDir = env?.STORAGE_URL ? new URL(env.STORAGE_URL).pathname : join(data.path, 'storage');
  const storage = await openDiskStorage(storageDir);
  const opened = opening.move();
  return {
    url,
    urls: [url],
    data,
    storage,
    pool,
    people: createPeople({ url, publicUrl: env?.PUBLIC_URL, database: pool }),
    get server() {
      return kept.process;
    },
    endedByItself,
    restart,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Opens connections of the observer's own, which are lost when the database restarts, and made again. */
async function openPool(data: DataDirectory, databaseUrl: string | undefined): Promise<Pool> {
  const connection = databaseUrl ? { connectionString: databaseUrl } : await embeddedConnection(data.path);
  const pool = new Pool({ ...connection, max: 4, connectionTimeoutMillis: 5_000, query_timeout: 20_000 });
  pool.on('error', () => {});
  return pool;
}

/** Waits until every inspection has ended that is under way now. Throws when one takes too long. */
export async function waitForInspections({ pool }: Pick<FaultStore, 'pool'>): Promise<void> {
  const deadline = performance.now() + INSPECTION_MS;
  const underWay = await readAnalysing(pool);
  while ((await readAnalysing(pool)).intersection(underWay).size > 0) {
    if (performance.now() > deadline) throw new Error(`An inspection took more than ${INSPECTION_MS} ms.`);
    await sleep(PAUSE_MS);
  }
}

async function readAnalysing(pool: Pool): Promise<Set<string>> {
  // The pool's connections may have ended with the database.
  for (;;) {
    const found = await pool.query(`SELECT id FROM versions WHERE status = 'analysing'`).catch(() => null);
    if (found) return new Set(found.rows.map(({ id }) => id as string));
    await sleep(PAUSE_MS);
  }
}
