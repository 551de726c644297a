import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { writePrivateFile } from './files.ts';
import { StartupError } from './startup-error.ts';

/**
 * The key behind sessions and everything encrypted at rest: `SECRET`, or one made at the first start and kept in
 * `<dataDir>/secret`, which only the owner may read. Throws `StartupError` when that file is damaged.
 */
export async function readSecret({ secret, dataDir }: Config): Promise<string> {
  if (secret) return secret;
  const path = join(dataDir, 'secret');
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartupError(`The secret in ${path} cannot be read: ${error.message}.`);
  });
  if (kept === null) {
    const made = randomBytes(32).toString('hex');
    await writePrivateFile(path, `${made}\n`);
    return made;
  }
  if (kept.trim().length < 32) {
    throw new StartupError(
      `The secret in ${path} is damaged. Restore it from a backup, or delete the file: everyone will have to sign in again.`,
    );
  }
  return kept.trim();
}
