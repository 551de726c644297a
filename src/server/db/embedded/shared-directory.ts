import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canEnter } from './account.ts';

/** Where root keeps what PostgreSQL's account must reach but cannot under a directory closed to it. */
const LASTING = '/var/lib/quayside';

/**
 * A directory of root's that the account can enter and nobody else can write to, or null when there is none.
 * Only a lasting one will do for data; what can be made again may also lie in the directory for temporary files.
 */
export async function findSharedDirectory(account: Account, use: 'data' | 'copies'): Promise<string | null> {
  const candidates =
    use === 'data' ? [LASTING] : [LASTING, join(tmpdir(), 'quayside-postgresql'), '/tmp/quayside-postgresql'];
  for (const directory of candidates) {
    if ((await isOurs(directory)) && canEnter(account, directory)) return directory;
  }
  return null;
}

/** Makes the directory, or checks that what lies there under that name was made by root and not by someone else. */
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
