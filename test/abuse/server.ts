import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { waitUntil } from '#test/support/patience.ts';
import { createPeople, type People } from '#test/support/people.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import {
  type DataDirectory,
  type Environment,
  makeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '#test/support/server-process.ts';

/**
 * The longest that one caller may keep the server's thread computing, in milliseconds: some 150 in fact, and several
 * times as many on a machine whose processors are shared with others. A package or picture that gets through takes seconds.
 */
export const MAX_BLOCK_MS = 1_000;
/** The most memory that the server's process may hold under attack, in MiB. */
export const MAX_MEMORY_MB = 1024;

/** The cost of an attack for the server. */
export interface Load {
  readonly longestBlockMs: number;
  readonly peakMemoryMb: number;
}

/** A server in a process of its own, which notes what attacks cost it. */
export interface AttackedServer extends People, AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  readonly pool: Pool;
  readonly process: ServerProcess;
  readonly data: DataDirectory;
  readonly dataDir: string;
  /** Runs an attack and returns what it cost. */
  measure(attack: () => Promise<unknown>): Promise<Load>;
}

/** Starts a server process on a database and data directory of its own; `env` adds to its configuration. */
export async function startAttackedServer(env: Environment = {}): Promise<AttackedServer> {
  await using opening = new AsyncDisposableStack();
  const data = opening.use(await makeDataDirectory());
  const databaseUrl = await createTestDatabase();
  const pool = opening.adopt(new Pool({ connectionString: databaseUrl, max: 4 }), (opened) => opened.end());
  const reports = `${data.path}-load.json`;
  const started = opening.use(
    await startServerProcess({
      DATA_DIR: data.path,
      DATABASE_URL: databaseUrl,
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('monitor.ts', import.meta.url))}`,
      ABUSE_MONITOR: reports,
      ...env,
    }),
  );
  const { url } = started;
  const opened = opening.move();

  const readLoad = async (): Promise<Load> => {
    await rm(reports, { force: true });
    started.kill('SIGUSR2');
    const report = await waitUntil('the server has reported its load', async () => {
      const written = await readFile(reports, 'utf8').catch(() => '');
      return written.endsWith('}') && written;
    });
    return JSON.parse(report);
  };
  return {
    url,
    pool,
    process: started,
    data,
    dataDir: data.path,
    ...createPeople({ url, database: pool }),
    async measure(attack) {
      await readLoad();
      await attack();
      return readLoad();
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
