import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Variables } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The sign-in to one store. */
interface SignIn {
  readonly token: string;
  /** The name and email of the person for whom the token acts. */
  readonly user: string;
}

/** Characters at the start of a token that the store's API page shows. */
const HINT_LENGTH = 7;

/** Returns the start of a token, by which its owner recognises it on the store's API page. */
export function hintOfToken(token: string): string {
  return `${token.slice(0, HINT_LENGTH)}…`;
}

/** The sign-ins of this user, by the addresses of the stores. */
interface SignIns {
  readonly stores: Readonly<Record<string, SignIn>>;
  /** The store that was signed in to last; null for none. */
  readonly last: string | null;
}

/**
 * Returns the path of the file with the sign-ins: below `$XDG_CONFIG_HOME`, or `~/.config` (XDG Base Directory
 * Specification), on Windows below `%APPDATA%`.
 */
export function signInsPath({ XDG_CONFIG_HOME, APPDATA }: Variables): string {
  const ofSystem = process.platform === 'win32' ? APPDATA : undefined;
  const folder = ofSystem || XDG_CONFIG_HOME || join(homedir(), '.config');
  return join(folder, 'quayside', 'sign-ins.json');
}

/** Returns the stored sign-ins. Throws `UsageError` when the file can't be read. */
export function readSignIns(variables: Variables): SignIns {
  const path = signInsPath(variables);
  try {
    const { stores, last } = JSON.parse(readFileSync(path, 'utf8')) as SignIns;
    return { stores, last };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { stores: {}, last: null };
    throw new UsageError(
      `${path} can’t be read: ${error instanceof Error ? error.message : error}. Delete it.`,
    );
  }
}

/** Stores the sign-in to a store instead of the earlier one; null deletes it. The file is for this user alone. */
export function writeSignIn(variables: Variables, url: string, signIn: SignIn | null): void {
  const path = signInsPath(variables);
  const { [url]: _before, ...others } = readSignIns(variables).stores;
  const stores = signIn ? { ...others, [url]: signIn } : others;
  const last = signIn ? url : (Object.keys(others).at(-1) ?? null);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // A file of its own, so that a full disk or a killed command leaves the sign-ins as they were.
    const written = `${path}.${process.pid}`;
    writeFileSync(written, `${JSON.stringify({ stores, last }, null, 2)}\n`, { mode: 0o600 });
    renameSync(written, path);
  } catch (error) {
    throw new UsageError(`${path} can’t be written: ${error instanceof Error ? error.message : error}.`);
  }
}
