import { execFile, spawnSync } from 'node:child_process';
import { open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '../../config/startup-error.ts';

/**
 * The account that PostgreSQL runs as. PostgreSQL refuses to run as root, so a server started by root uses an
 * ordinary account; null means the server's own. The shape is that of `child_process` options.
 */
export type SystemAccount = { readonly uid: number; readonly gid: number } | null;

/**
 * Chooses the account: the owner of an existing cluster, else `postgres`, else `nobody`. Throws
 * `StartupError` when the cluster belongs to an account that the server can't switch to.
 */
export async function chooseAccount(clusterDirectory: string): Promise<SystemAccount> {
  const startedAsRoot = process.getuid?.() === 0;
  const owner = await stat(clusterDirectory).catch(() => null);

  if (!startedAsRoot) {
    if (!owner || owner.uid === process.getuid?.()) return null;
    throw new StartupError(
      `The database in ${clusterDirectory} belongs to user ${owner.uid}. Start Quayside as that user or as root, or use another DATA_DIR.`,
    );
  }
  if (owner?.uid === 0) {
    throw new StartupError(
      `The database in ${clusterDirectory} belongs to root, and PostgreSQL doesn’t run as root. Change its owner to another user: chown -R postgres ${clusterDirectory}/`,
    );
  }
  const account = owner ?? (await findAccount('postgres')) ?? (await findAccount('nobody'));
  if (account) return { uid: account.uid, gid: account.gid };
  throw new StartupError(
    'PostgreSQL doesn’t run as root, and there is no user "postgres" or "nobody" to run it as. Create one (useradd --system postgres) or start Quayside as another user.',
  );
}

async function findAccount(name: string): Promise<SystemAccount> {
  const ask = async (flag: string) => Number((await promisify(execFile)('id', [flag, name])).stdout);
  try {
    return { uid: await ask('-u'), gid: await ask('-g') };
  } catch {
    return null;
  }
}

/** Returns true when the account may enter a directory, including every directory above it. */
export function canEnter(account: SystemAccount, directory: string): boolean {
  return runsAs(account, ['/bin/sh', '-c', 'cd "$0"', directory]);
}

/**
 * Returns a path under which PostgreSQL, running as the account, can open a directory: its own path, or, when
 * the directories above it are closed to the account as those of `DATA_DIR` are, the inherited descriptor
 * `CLUSTER_FD` (proc(5), `/proc/pid/fd`). Null when neither works.
 */
export async function findAccessiblePath(account: SystemAccount, directory: string): Promise<string | null> {
  if (canEnter(account, directory)) return directory;
  const handle = await open(directory, 'r');
  const byDescriptor = `/proc/self/fd/${CLUSTER_FD}`;
  try {
    return runsAs(account, ['/bin/sh', '-c', 'cd "$0"', byDescriptor], handle.fd) ? byDescriptor : null;
  } finally {
    await handle.close();
  }
}

/**
 * The descriptor through which PostgreSQL's processes inherit their directory, after the three standard ones.
 */
export const CLUSTER_FD = 3;

/**
 * Returns true when the account can run a command successfully; `inherited` becomes its descriptor
 * `CLUSTER_FD`.
 */
export function runsAs(
  account: SystemAccount,
  [command = '', ...parameters]: string[],
  inherited?: number,
): boolean {
  const standard = ['ignore', 'ignore', 'ignore'] as const;
  const stdio = inherited === undefined ? [...standard] : [...standard, inherited];
  return spawnSync(command, parameters, { ...account, cwd: '/', stdio, env: {} }).status === 0;
}
