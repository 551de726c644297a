import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { writePrivateFile } from '../process/private-files.ts';

type Place = Pick<Config, 'secret' | 'dataDir'>;

/** Returns the path of the secret's file, used without `SECRET`; only its owner may read it. */
export function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret');
}

/**
 * Returns the key for sessions and encryption at rest: `SECRET`, or the one in `<dataDir>/secret`; null when
 * there is neither. Throws `StartupError` when that file cannot be read or is damaged.
 */
export async function findSecret(config: Place): Promise<string | null> {
  if (config.secret) return config.secret;
  const path = secretFile(config);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartupError(
      `The secret in ${path} cannot be read: ${error.message}. Let Quayside's user read the file.`,
    );
  });
  if (kept === null || kept.trim().length >= 32) return kept?.trim() ?? null;
  throw new StartupError(
    `The secret in ${path} is damaged. Restore the file from a backup, or set SECRET to the same secret. Don't delete the file: what is encrypted in the database can't be read with another secret.`,
  );
}

/**
 * Creates a secret and stores it in its file. Only for a database without data, because nothing may be
 * encrypted with another secret.
 */
export async function createSecret(config: Place): Promise<string> {
  const made = randomBytes(32).toString('hex');
  await writePrivateFile(secretFile(config), `${made}\n`);
  return made;
}
