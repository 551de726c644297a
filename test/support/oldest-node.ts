import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/oldest-node');

/**
 * Returns the program of the oldest Node that a package allows by its `engines`, such as `>=20.12`; npm installs it once.
 * Throws when the package names no such version.
 */
export async function installOldestNode(packageFolder: string): Promise<string> {
  const { engines } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const [, oldest] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];
  if (!oldest)
    throw new Error(`engines.node is "${engines.node}", not a version from which on the package runs`);
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(CACHE, oldest);
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) await install(`${name}@${oldest}.0`, folder);
  return program;
}

/** Installs a package to a folder. Several test files may do so at once; the folder is there only when it is complete. */
async function install(specifier: string, folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(join(CACHE, 'installing-'));
  try {
    const options = ['--no-save', '--ignore-scripts', '--omit-lockfile-registry-resolved'];
    await promisify(execFile)('npm', ['install', `--prefix=${own}`, ...options, specifier]);
    await rename(own, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
