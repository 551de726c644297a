import { mkdir } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import { type Db, openDatabase } from './db/open.ts';
import { type LiveHub, openLiveHub } from './live/hub.ts';
import { lockDataDirectory } from './lock.ts';
import { createLog, type Log } from './log.ts';
import { type Mail, openMail } from './mail.ts';
import { type InspectPool, openInspectPool } from './packages/inspect-pool.ts';
import { readSecret } from './secret.ts';
import { StartupError } from './startup-error.ts';
import { openDiskStorage } from './storage/disk.ts';
import type { Storage } from './storage/storage.ts';

/** The server's parts, handed to everything that needs them. */
export interface Context extends AsyncDisposable {
  readonly config: Config;
  readonly log: Log;
  readonly pool: Pool;
  readonly db: Db;
  readonly storage: Storage;
  readonly inspectPool: InspectPool;
  readonly mail: Mail;
  readonly live: LiveHub;
  readonly clock: () => Date;
  /** The key behind sessions and what is encrypted at rest: at least 32 characters. */
  readonly secret: string;
}

/**
 * Opens every part in order; disposing closes them in the reverse order, and so does a failure half-way.
 * Throws `StartupError`.
 */
export async function openContext(config: Config): Promise<Context> {
  await using opening = new AsyncDisposableStack();
  const log = createLog(config.logLevel);
  await makeDataDirectory(config.dataDir);
  opening.use(await lockDataDirectory(config.dataDir));
  const secret = await readSecret(config);
  const { pool, db } = opening.use(await openDatabase(config, log));
  const storage = await openDiskStorage(config.storage.directory);
  const inspectPool = opening.use(openInspectPool());
  const mail = opening.use(await openMail(config, log));
  const live = opening.use(await openLiveHub(pool, log));

  const opened = opening.move();
  const close = () => opened.disposeAsync();
  return {
    config,
    log,
    pool,
    db,
    storage,
    inspectPool,
    mail,
    live,
    clock: () => new Date(),
    secret,
    [Symbol.asyncDispose]: close,
  };
}

async function makeDataDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be made: ${(error as Error).message}. Give a directory that Quayside may write to.`,
    );
  }
}
