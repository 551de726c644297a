import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, type SystemAccount } from './account.ts';

/** Directory for root's files that PostgreSQL's account must reach but can't under a private directory. */
const PERMANENT_DIRECTORY = '/var/lib/quayside';

/**
 * Returns a directory owned by root that the account can enter and nobody else can write to, or null when
 * there is none. Data needs a permanent directory; copies may also go to a temporary one.
 */
export async function findSharedDirectory(
  account: SystemAccount,
  use: 'data' | 'copies',
): Promise<string | null> {
  const candidates =
    use === 'data'
      ? [PERMANENT_DIRECTORY]
      : [PERMANENT_DIRECTORY, join(tmpdir(), 'quayside-postgresql'), '/tmp/quayside-postgresql'];
  for (const directory of candidates) {
    if ((await isOurs(directory)) && canEnter(account, directory)) return directory;
  }
  return null;
}

/** Creates the directory, or checks that an existing one was created by root and not by another user. */
async function isOurs(directory: string): Promise<boolean> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o755 });
    const found = await lstat(directory);
    const othersMayWrite = (found.mode & 0o022) !== 0;
    return found.isDirectory() && found.uid === process.getuid?.() && !othersMayWrite;
  } catch {
    return false;
  }
}
