import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The parts of the repository's manifest that a release uses. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** A package in npm's lock file. */
interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages of a lock file by their paths, such as `node_modules/zod`. */
export type Lock = Readonly<Record<string, LockedPackage>>;

/** Returns the repository's manifest. */
export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
}

/** Returns the packages of the repository's lock file. */
export async function readLock(): Promise<Lock> {
  return JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')).packages;
}

/** Returns the paths in a lock file of some packages and of all that they depend on. */
export function reach(lock: Lock, names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string, from: string) => {
    // npm installs a package below the one that needs it where another version is at the top.
    const own = `${from}/node_modules/${name}`;
    const path = own in lock ? own : `node_modules/${name}`;
    const entry = lock[path];
    if (!entry || found.has(path)) return;
    found.add(path);
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      visit(next, path);
  };
  for (const name of names) visit(name, '');
  return [...found].sort();
}
