import { execFile, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '../../startup-error.ts';

/**
 * Who PostgreSQL's processes run as. PostgreSQL refuses to run as root, so a server started by root names an ordinary
 * account; null means: as we run ourselves. The shape is what `child_process` takes.
 */
export type Account = { readonly uid: number; readonly gid: number } | null;

/**
 * Chooses the account: the owner of an existing cluster, else `postgres`, else `nobody`.
 * Throws `StartupError` when the cluster belongs to someone we cannot become.
 */
export async function chooseAccount(clusterDirectory: string): Promise<Account> {
  const startedAsRoot = process.getuid?.() === 0;
  const owner = await stat(clusterDirectory).catch(() => null);

  if (!startedAsRoot) {
    if (!owner || owner.uid === process.getuid?.()) return null;
    throw new StartupError(
      `The database in ${clusterDirectory} belongs to user ${owner.uid}. Start Quayside as that user or as root, or give another DATA_DIR.`,
    );
  }
  if (owner?.uid === 0) {
    throw new StartupError(
      `The database in ${clusterDirectory} belongs to root, and PostgreSQL does not run as root. Hand it to an ordinary user: chown -R postgres ${clusterDirectory}/`,
    );
  }
  const account = owner ?? (await findAccount('postgres')) ?? (await findAccount('nobody'));
  if (account) return { uid: account.uid, gid: account.gid };
  throw new StartupError(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as. Create one (useradd --system postgres) or start Quayside as an ordinary user.',
  );
}

async function findAccount(name: string): Promise<Account> {
  const ask = async (flag: string) => Number((await promisify(execFile)('id', [flag, name])).stdout);
  try {
    return { uid: await ask('-u'), gid: await ask('-g') };
  } catch {
    return null;
  }
}

/** Whether the account can enter a directory: every directory above it must let it through. */
export function canEnter(account: Account, directory: string): boolean {
  return runsAs(account, ['/bin/sh', '-c', 'cd "$0"', directory]);
}

/** Whether the account can run a command to a successful end. */
export function runsAs(account: Account, [command = '', ...parameters]: string[]): boolean {
  return spawnSync(command, parameters, { ...account, cwd: '/', stdio: 'ignore', env: {} }).status === 0;
}
