import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Debian's Python, because another one on the PATH does not have Debian's packages. */
export const DEBIAN_PYTHON = '/usr/bin/python3';

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** 0 by default. */
  readonly expected?: number;
}

/** Runs a program and returns its output. Throws with its output when it exits with another status than expected. */
export function runProgram(
  program: string,
  parameters: readonly string[],
  { expected = 0, ...options }: RunOptions = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  if (error) throw error;
  if (status === expected) return `${stdout}${stderr}`;
  throw new Error(`${program} ${parameters.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
}

/** Downloads and verifies both indexes with F-Droid's own code. */
const READ_INDEXES = `
import json, sys
from fdroidserver import common, index
common.config = {'jarsigner': 'jarsigner'}
v2, _ = index.download_repo_index_v2(sys.argv[1])
v1, _ = index.download_repo_index(sys.argv[1])
print(json.dumps({
  'v2': {name: sorted(entry['versions']) for name, entry in v2['packages'].items()},
  'v1': {name: sorted(each['hash'] for each in all) for name, all in v1['packages'].items()},
}))`;

/** Hashes of packages by application id. */
export type PackageHashes = Readonly<Record<string, readonly string[]>>;

/** Returns the packages that F-Droid's own code reads from both indexes at an address with a fingerprint. */
export async function readWithFdroidserver(
  address: string,
): Promise<{ v1: PackageHashes; v2: PackageHashes }> {
  // Not synchronously, because this process may be the one that serves them.
  const { stdout } = await promisify(execFile)(DEBIAN_PYTHON, ['-c', READ_INDEXES, address]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
