import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ADMIN_COMMAND } from '../../config/admin-command.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { Log } from '../../log/log.ts';
import { findAccessiblePath, type SystemAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { findSharedDirectory } from './shared-directory.ts';

/**
 * The superuser of an embedded cluster. Connections are only possible through its socket, which lies in a
 * private directory.
 */
export const CLUSTER_USER = 'quayside';

interface ClusterOptions {
  /** Path of the cluster, existing or new: `<DATA_DIR>/postgresql`. */
  readonly path: string;
  readonly binaries: Binaries;
  readonly account: SystemAccount;
  readonly log: Log;
}

/**
 * Returns the real directory of the database cluster, and creates the cluster if there is none. The caller
 * must hold the lock of the data directory (see `lock.ts`). Throws `StartupError` when the cluster cannot be
 * used.
 */
export async function prepareCluster(options: ClusterOptions): Promise<string> {
  const { path, binaries } = options;
  const present = await lstat(path).catch(() => null);
  if (!present) await createCluster(options);

  const directory = await realpath(path).catch(() => {
    throw new StartupError(
      `${path} points to a database that doesn’t exist. Restore that directory, or restore both from a backup.`,
    );
  });
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version !== binaries.majorVersion) {
    throw new StartupError(
      version
        ? `The database in ${directory} was created by PostgreSQL ${version}, but this Quayside includes PostgreSQL ${binaries.majorVersion}. Back it up with the Quayside that created it (${ADMIN_COMMAND} backup DIR). Then move DATA_DIR and the storage elsewhere, and restore into empty ones with this one (${ADMIN_COMMAND} restore DIR).`
        : `${directory} isn’t a PostgreSQL database. Move it away to start with an empty one, or restore it from a backup.`,
    );
  }
  return directory;
}

/** Returns the path under which PostgreSQL can open its cluster. Throws `StartupError` when there is none. */
export async function requireAccessiblePath(account: SystemAccount, cluster: string): Promise<string> {
  const way = await findAccessiblePath(account, cluster);
  if (way) return way;
  throw new StartupError(
    `PostgreSQL runs as user ${account?.uid}, who can’t enter ${cluster}. Let others enter the directories above it (chmod o+x), or start Quayside as that user.`,
  );
}

/**
 * Creates a cluster under a temporary name and renames it when it is complete, so that a killed process
 * leaves nothing that looks like a cluster. An initdb from an earlier start may still be running, so each
 * attempt uses its own name.
 */
async function createCluster({ path, binaries, account, log }: ClusterOptions): Promise<void> {
  await removeUnfinished(path);
  const unfinished = `${path}.new-${randomUUID()}`;
  await makeClusterDirectory(unfinished, account);
  const place = (await findAccessiblePath(account, unfinished))
    ? null
    : await chooseSharedLocation(path, account);
  if (place) {
    await rm(unfinished, { recursive: true });
    await makeClusterDirectory(place, account);
    await symlink(place, unfinished);
  }
  await initialise(place ?? unfinished, binaries.initdb, account);
  await rename(unfinished, path);
  if (place) {
    log.info(
      { directory: place },
      `PostgreSQL's user can't enter ${dirname(path)}, so the database is in ${place}, linked from ${path}`,
    );
  }
}

async function makeClusterDirectory(directory: string, account: SystemAccount): Promise<void> {
  await mkdir(directory, { mode: 0o700 });
  if (account) await chown(directory, account.uid, account.gid);
}

/** Returns a directory elsewhere, for an account that cannot access one next to `path`. */
async function chooseSharedLocation(path: string, account: SystemAccount): Promise<string> {
  const shared = await findSharedDirectory(account, 'data');
  if (shared) return join(shared, randomUUID());
  throw new StartupError(
    `PostgreSQL runs as user ${account?.uid}, who can’t enter ${dirname(path)}. Use a DATA_DIR in a directory that others can enter, or start Quayside as another user.`,
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

async function initialise(directory: string, initdb: string, account: SystemAccount): Promise<void> {
  await using handle = await open(directory, 'r');
  const options = [
    `--pgdata=${await requireAccessiblePath(account, directory)}`,
    `--username=${CLUSTER_USER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=reject',
    // One request for all 1,400 files instead of one for each, which takes seconds on a busy disk.
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ];
  const program = spawn(initdb, options, {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe', handle.fd],
  });
  const [[code], complaints] = await Promise.all([once(program, 'close'), text(program.stderr as Readable)]);
  if (code !== 0) throw new StartupError(`The database couldn’t be created: ${complaints.trim()}`);
}
