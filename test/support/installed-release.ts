import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRelease } from '../../scripts/release.ts';

/** A release that npm has installed. Disposing removes it. */
export interface InstalledRelease extends AsyncDisposable {
  /** The package's file. */
  readonly archive: string;
  /** The folder given to npm. */
  readonly prefix: string;
  /** The time that npm took. */
  readonly seconds: number;
  /** Returns the path of a command. */
  readonly program: (name: 'quayside' | 'quayside-admin' | 'quayside-server') => string;
}

/** Makes a release and installs it into an empty folder, as operators do. npm downloads what its cache doesn't have. */
export async function installRelease(): Promise<InstalledRelease> {
  const directory = await mkdtemp(join(tmpdir(), 'quayside-release-'));
  // PostgreSQL's account must reach its programs.
  await chmod(directory, 0o755);
  const archive = await makeRelease(join(directory, 'made'));
  const prefix = join(directory, 'installed');
  const begun = performance.now();
  await promisify(execFile)('npm', ['install', '--prefix', prefix, '--prefer-offline', archive]);
  return {
    archive,
    prefix,
    seconds: (performance.now() - begun) / 1000,
    program: (name) => join(prefix, 'node_modules/.bin', name),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}
