import { randomBytes } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { syncDirectory, writePrivateFile } from '../process/private-files.ts';

type SecretPlace = Pick<Config, 'secret' | 'dataDir'>;

/** Returns the path of the secret's file, used without `SECRET`; only its owner may read it. */
export function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret');
}

/**
 * Returns the key for sessions and encryption at rest: `SECRET`, or the one in `<dataDir>/secret`; null when
 * there is neither. Throws `StartupError` when that file cannot be read or is damaged.
 */
export async function findSecret(config: SecretPlace): Promise<string | null> {
  if (config.secret) return config.secret;
  return readSecretFile(secretFile(config));
}

/** Reads a secret's file; null when there is none. Throws `StartupError` when it can't be read or is damaged. */
async function readSecretFile(path: string): Promise<string | null> {
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
export async function createSecret(config: SecretPlace): Promise<string> {
  return writeNewSecret(secretFile(config));
}

async function writeNewSecret(path: string): Promise<string> {
  const made = randomBytes(32).toString('hex');
  await writePrivateFile(path, `${made}\n`);
  return made;
}

/*
 * The secret's file is replaced in steps that may be interrupted anywhere: the next secret is stored beside the current
 * one before the database uses it, and moved in its place afterwards, at the latest by the next start.
 */

function nextSecretFile(place: Pick<Config, 'dataDir'>): string {
  return `${secretFile(place)}.next`;
}

/** Creates the next secret and stores it beside the current one, in place of an unused one. */
export async function createNextSecret(config: SecretPlace): Promise<string> {
  return writeNewSecret(nextSecretFile(config));
}

/** Returns the next secret; null without one. */
export async function findNextSecret(config: SecretPlace): Promise<string | null> {
  return config.secret ? null : readSecretFile(nextSecretFile(config));
}

/** Returns the path of the file that keeps the secret before the current one. */
export function earlierSecretFile(place: Pick<Config, 'dataDir'>): string {
  return `${secretFile(place)}.earlier`;
}

/** Makes the next secret the current one, and keeps the earlier one in a file of its own. */
export async function adoptNextSecret(config: SecretPlace): Promise<void> {
  const current = await readSecretFile(secretFile(config));
  const next = await readSecretFile(nextSecretFile(config));
  // Nothing is left to do when a server that started meanwhile has done it.
  if (next === null) return;
  if (current !== null && current !== next) await writePrivateFile(earlierSecretFile(config), `${current}\n`);
  await rename(nextSecretFile(config), secretFile(config));
  await syncDirectory(config.dataDir);
}
