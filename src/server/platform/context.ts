import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { DestinationStream } from 'pino';
import { CallError } from '#shared/errors.ts';
import type { Config } from './config/config.ts';
import { StartupError } from './config/startup-error.ts';
import { openDatabaseClock } from './db/clock.ts';
import { embeddedDirectory } from './db/embedded/embedded.ts';
import { type DatabaseConnections, type Db, openDatabase } from './db/open.ts';
import { openReplica, type Replica } from './db/replica.ts';
import { reachAlone, reachShared } from './db/running.ts';
import { guardProblems, KnownProblems } from './file-problems/known-problems.ts';
import { PictureLimiter } from './images/limiter.ts';
import { noteStorageMarked, openSecret, readStorageId } from './installation.ts';
import { createLog, type Log } from './log/log.ts';
import { type Mail, openMail } from './mail/mail.ts';
import { openStorage, openStorageMark } from './open-storage.ts';
import { removeMovingFolders } from './process/moving-folder.ts';
import { makePrivateDirectory } from './process/private-files.ts';
import { assertRestored } from './process/unfinished-restore.ts';
import { readMailConfiguration } from './read-mail-configuration.ts';
import { Services } from './services.ts';
import { guardSpace } from './storage/guard-space.ts';
import { logAccessErrors } from './storage/log-access-errors.ts';
import type { CopyOptions } from './storage/s3/s3.ts';
import { type DiskDirectories, type DiskSpace, openDiskSpace, type ReadFileSystem } from './storage/space.ts';
import type { Storage } from './storage/storage.ts';
import { assertOwnStorage } from './storage/storage-id.ts';
import { traceStorage } from './storage/trace-storage.ts';
import { openTracing } from './tracing/tracing.ts';

/** The parts of a server, passed to everything that needs them. */
export interface Context extends AsyncDisposable {
  readonly config: Config;
  readonly log: Log;
  readonly pool: Pool;
  readonly db: Db;
  /** Connections reserved for essential work: see `useEssential`. */
  readonly essential: DatabaseConnections;
  /** Connections for jobs and rare large changes. */
  readonly jobs: DatabaseConnections;
  /** See `readReplicated`; null without one. */
  readonly replica: Replica | null;
  readonly storage: Storage;
  /** The same storage, which also reads files that are known to be damaged: to verify and repair them. */
  readonly rawStorage: Storage;
  /** The damaged and missing files that this server knows. */
  readonly problems: KnownProblems;
  readonly space: DiskSpace;
  /** Limits the decoding of all images. */
  readonly pictures: PictureLimiter;
  /** Services that wings open themselves. */
  readonly services: Services;
  readonly mail: Mail;
  /** Aborted when a stop begins; anything that would delay the stop ends then. */
  readonly stopping: AbortController;
  /** The database's clock, which all servers share; tests replace it. */
  readonly clock: () => Date;
  /** The key for sessions and encryption at rest: at least 32 characters. */
  readonly secret: string;
}

/** Replacements for parts of the machine in tests. */
export interface ContextOptions {
  /** Reports how full the file systems are. */
  readonly readFileSystem?: ReadFileSystem | undefined;
  /** Takes the lines of the log instead of standard error. */
  readonly logDestination?: DestinationStream | undefined;
}

interface OpenContextOptions extends ContextOptions {
  /** True for an operator's command that may run beside the server on its data directory. */
  readonly isBesideServer?: boolean;
  /** Work that is done while the embedded database starts. */
  readonly whileDatabaseStarts?: () => Promise<unknown>;
}

/**
 * Opens every part in order. Disposing, or a failure midway, closes them in reverse order. Throws
 * `StartupError`.
 */
export async function openContext(
  config: Config,
  { readFileSystem, logDestination, isBesideServer = false, whileDatabaseStarts }: OpenContextOptions = {},
): Promise<Context> {
  await using opening = new AsyncDisposableStack();
  // Opened before the log, whose lines then name their trace.
  if (!isBesideServer) {
    opening.use(
      await openTracing(config.traces, (error) => log.warn({ err: error }, 'traces could not be sent')),
    );
  }
  const log = createLog(config.logLevel, logDestination);
  await makeDataDirectory(config.dataDir, log);
  const { isLocked, running } = opening.use(
    await (isBesideServer ? reachShared(config) : reachAlone(config.dataDir)),
  );
  if (isLocked) await removeMovingFolders(config.dataDir);
  await assertRestored(config.dataDir);
  const { pool, db, essential, jobs } = opening.use(
    await openDatabase(config, log, { whileStarting: whileDatabaseStarts, running }),
  );
  const { databaseReplicaUrl: url, role } = config;
  const replica =
    url === null || isBesideServer || role === 'worker'
      ? null
      : opening.use(await openReplica({ url, primary: essential, log }));
  const secret = await openSecret({ config, db: jobs.db, log });
  const clock = opening.use(await openDatabaseClock(essential.pool, log));
  if (isLocked) await rm(copiesOf(config).directory, { recursive: true, force: true });
  const unguarded = await openOwnStorage(config, { db, clock: clock.now });
  const space = await openDiskSpace({
    directories: watchedDisks(config),
    reserveBytes: config.diskReserveBytes,
    log,
    readFileSystem,
  });
  const rawStorage = traceStorage(logAccessErrors(guardSpace(unguarded, space), log));
  const problems = new KnownProblems({ db: essential.db, log, clock: clock.now });
  const services = opening.use(new Services());
  const configuration = () => readMailConfiguration({ config, db });
  const mail = opening.use(await openMail({ config, log, secret, configuration }));

  const opened = opening.move();
  const close = () => opened.disposeAsync();
  return {
    config,
    log,
    pool,
    db,
    essential,
    jobs,
    replica,
    storage: guardProblems(rawStorage, problems),
    rawStorage,
    problems,
    space,
    pictures: new PictureLimiter(),
    services,
    mail,
    stopping: new AbortController(),
    clock: clock.now,
    secret,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns where a storage keeps local copies of its objects while they are used. */
export function copiesOf({ dataDir, diskReserveBytes }: Config): CopyOptions {
  return { directory: join(dataDir, 'copies'), reserveBytes: diskReserveBytes };
}

/** Returns the directories whose free space is watched: those of this machine. */
export function watchedDisks({ storage, databaseUrl, dataDir }: Config): DiskDirectories {
  return {
    ...(storage.kind === 'disk' && { storage: storage.directory }),
    ...(databaseUrl === null && { database: embeddedDirectory(dataDir) }),
    data: dataDir,
  };
}

/**
 * Returns the same parts with the connections for essential work: health, sign-in, sessions and store
 * clients.
 */
export function useEssential(context: Context): Context {
  return useConnections(context, context.essential);
}

/** Returns the same parts with the connections for jobs. */
export function useJobs(context: Context): Context {
  return useConnections(context, context.jobs);
}

/**
 * Reads on the replica while it lacks nothing that was published, removed or changed on the primary, and else on the
 * primary, also when the replica fails midway. Counts, such as downloads, may be ten seconds old. `read` may run twice, so
 * it must not change anything.
 */
export async function readReplicated<Result>(
  context: Context,
  read: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { replica } = context;
  if (!replica || !(await replica.isCurrent())) return read(context);
  try {
    return await read(useConnections(context, replica.connections));
  } catch (error) {
    if (error instanceof CallError) throw error;
    replica.noteFailure(error);
    return read(context);
  }
}

/** Everything else is read from the context itself, which tests modify. */
function useConnections(context: Context, { pool, db }: DatabaseConnections): Context {
  return Object.assign(Object.create(context) as Context, { pool, db });
}

/** Opens the storage of a database. Rejects that of another one before anything is written to it. */
export async function openOwnStorage(
  config: Config,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<Storage> {
  const expected = await readStorageId(db);
  await assertOwnStorage(await openStorageMark(config.storage, clock), expected);
  if (!expected.isMarked) await noteStorageMarked(db);
  return await openStorage(config.storage, { copies: copiesOf(config), clock });
}

/**
 * Closes the directory to other users: it contains packages before their review, emails, the secret and the
 * database.
 */
async function makeDataDirectory(dataDir: string, log: Log): Promise<void> {
  try {
    await makePrivateDirectory(dataDir);
  } catch (error) {
    // A volume owned by another user can be writable without letting us change its mode.
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'EPERM' && syscall === 'chmod') {
      log.warn({ err: error }, `DATA_DIR ${dataDir} is open to others: make it the server's own (chmod 700)`);
      return;
    }
    throw new StartupError(
      `DATA_DIR ${dataDir} can’t be created: ${(error as Error).message}. Use a directory that Quayside can write to.`,
    );
  }
}
