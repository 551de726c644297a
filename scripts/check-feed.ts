import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * `npm run check:feed -- LINK`: checks the F-Droid repository of a running server with Debian's tools. LINK is its address
 * with the fingerprint, as the Admin Dashboard shows it under Install.
 */

/** Downloads and verifies both indexes with F-Droid's own code, and prints the ids of their apps. */
const READ_INDEXES = `
import json, sys
from fdroidserver import common, index
common.config = {'jarsigner': 'jarsigner'}
v2, _ = index.download_repo_index_v2(sys.argv[1])
v1, _ = index.download_repo_index(sys.argv[1])
print(json.dumps({
  'v2': sorted(v2['packages']), 'v1': sorted(v1['packages']),
  'timestamps': [v2['repo']['timestamp'], v1['repo']['timestamp']],
}))`;

/** Debian's package of each tool, and arguments with which it succeeds when it is installed. */
const TOOLS = {
  jarsigner: { package: 'default-jdk-headless', probe: ['-help'] },
  apksigner: { package: 'apksigner', probe: ['--version'] },
  fdroidserver: { package: 'fdroidserver', probe: ['-c', 'import fdroidserver.index'] },
} as const;

/** Debian's Python, because another one on the PATH does not have Debian's packages. */
const PYTHON = '/usr/bin/python3';

const link = process.argv[2];
if (link === undefined || !link.includes('?fingerprint=')) {
  fail('Usage: npm run check:feed -- https://…/fdroid/repo?fingerprint=…');
}
const missing = Object.entries(TOOLS).filter(
  ([name, { probe }]) => run(name === 'fdroidserver' ? PYTHON : name, probe).status !== 0,
);
for (const [name, tool] of missing) {
  process.stderr.write(`${name} is missing. On Debian: apt-get install ${tool.package}\n`);
}
if (missing.length > 0) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'quayside-feed-'));
try {
  for (const name of ['entry.jar', 'index-v1.jar']) await checkJar(link, name);
  checkIndexes(link);
} finally {
  rmSync(folder, { recursive: true });
}

/** Verifies a JAR of the repository with both verifiers. */
async function checkJar(address: string, name: string): Promise<void> {
  const response = await fetch(new URL(`repo/${name}`, address));
  if (!response.ok) fail(`${name} failed with ${response.status}`);
  const file = join(folder, name);
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  // 4: valid, by a certificate that no authority has signed.
  expectStatus(4, 'jarsigner', ['-strict', '-verify', file]);
  expectStatus(0, 'apksigner', ['verify', '--min-sdk-version', '23', '--max-sdk-version', '24', file]);
}

function checkIndexes(address: string): void {
  const output = expectStatus(0, PYTHON, ['-c', READ_INDEXES, address]);
  const { v1, v2, timestamps } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  if (JSON.stringify(v1) !== JSON.stringify(v2)) fail('The indexes list different apps.');
  process.stdout.write(
    `fdroidserver read ${v2.length} apps in both indexes, of ${timestamps.join(' and ')}.\n`,
  );
}

/** Runs a tool; prints its output and ends with an error when it exits with another status. */
function expectStatus(expected: number, command: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = run(command, parameters);
  const name = parameters
    .map((parameter) => (parameter === READ_INDEXES ? 'read both indexes' : parameter))
    .join(' ');
  process.stdout.write(`${command} ${name.replaceAll(`${folder}/`, '')}: ${status}\n`);
  if (status !== expected) fail(`Expected ${expected}.\n${stdout}${stderr}`);
  return stdout;
}

function run(command: string, parameters: readonly string[]) {
  return spawnSync(command, parameters, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
