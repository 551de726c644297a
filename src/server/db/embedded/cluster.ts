import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, lstat, mkdir, readdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '../../log.ts';
import { StartupError } from '../../startup-error.ts';
import { type Account, canEnter } from './account.ts';
import type { Binaries } from './binaries.ts';
import { findSharedDirectory } from './shared-directory.ts';

/** The superuser of an embedded cluster. Only its socket lets anyone in, and the socket lies in a closed directory. */
export const CLUSTER_USER = 'quayside';

interface ClusterOptions {
  /** Where the cluster is, or will be: `<DATA_DIR>/postgresql`. */
  readonly path: string;
  readonly binaries: Binaries;
  readonly account: Account;
  readonly log: Log;
}

/**
 * Gives the real directory of the database cluster and makes the cluster when there is none yet. The caller owns the
 * data directory alone (see `lock.ts`). Throws `StartupError` when the cluster cannot be used.
 */
export async function prepareCluster(options: ClusterOptions): Promise<string> {
  const { path, binaries, account } = options;
  const present = await lstat(path).catch(() => null);
  if (!present) await createCluster(options);

  const directory = await realpath(path).catch(() => {
    throw new StartupError(
      `${path} points to a database that is not there. Bring that directory back, or restore both from a backup.`,
    );
  });
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version !== binaries.majorVersion) {
    throw new StartupError(
      version
        ? `The database in ${directory} was made by PostgreSQL ${version}, but this Quayside brings PostgreSQL ${binaries.majorVersion}. Start the Quayside that made it, or move the data with pg_dump.`
        : `${directory} is not a PostgreSQL database. Move it away to start with an empty one, or restore it from a backup.`,
    );
  }
  if (account && !canEnter(account, directory)) {
    throw new StartupError(
      `PostgreSQL runs as user ${account.uid}, who may not enter ${directory}. Let others pass through the directories above it (chmod o+x), or start Quayside as that user.`,
    );
  }
  return directory;
}

/**
 * Makes a cluster under a temporary name and renames it when it is complete, so that a process killed in between
 * leaves nothing that looks like a cluster. A half-made one of an earlier start may still have its initdb running,
 * so each attempt has a name of its own.
 */
async function createCluster({ path, binaries, account, log }: ClusterOptions): Promise<void> {
  await removeUnfinished(path);
  const place = await choosePlace(path, account);
  const unfinished = `${path}.new-${randomUUID()}`;
  await mkdir(place ?? unfinished, { mode: 0o700 });
  if (place) await symlink(place, unfinished);
  if (account) await chown(unfinished, account.uid, account.gid);

  await initialise(place ?? unfinished, binaries.initdb, account);
  await rename(unfinished, path);
  if (place) {
    log.info(
      { directory: place },
      `PostgreSQL's user may not enter ${dirname(path)}, so the database lies in ${place}; ${path} points there`,
    );
  }
}

/** A directory elsewhere when the account cannot enter the one above `path`, else null. */
async function choosePlace(path: string, account: Account): Promise<string | null> {
  if (!account || canEnter(account, dirname(path))) return null;
  const shared = await findSharedDirectory(account, 'data');
  if (shared) return join(shared, randomUUID());
  throw new StartupError(
    `PostgreSQL runs as user ${account.uid}, who may not enter ${dirname(path)}. Give a DATA_DIR under a directory that others may enter, or start Quayside as an ordinary user.`,
  );
}

async function removeUnfinished(path: string): Promise<void> {
  const parent = dirname(path);
  for (const name of await readdir(parent)) {
    const leftover = join(parent, name);
    if (!leftover.startsWith(`${path}.new-`)) continue;
    const target = await realpath(leftover).catch(() => leftover);
    await rm(target, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    await rm(leftover, { recursive: true, force: true }).catch(() => {});
  }
}

async function initialise(directory: string, initdb: string, account: Account): Promise<void> {
  const options = [
    `--pgdata=${directory}`,
    `--username=${CLUSTER_USER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=reject',
  ];
  const program = spawn(initdb, options, {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [[code], complaints] = await Promise.all([once(program, 'close'), text(program.stderr)]);
  if (code !== 0) throw new StartupError(`The database could not be created: ${complaints.trim()}`);
}
