import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuild } from './ensure-build.ts';
import { bundleServer, FILES } from './release/bundle-server.ts';
import { compressBest } from './release/compress-best.ts';
import { collectLicenses } from './release/licenses.ts';
import { describePackage } from './release/package-files.ts';

/*
 * `npm run release`: writes the npm package that operators install to `dist/release/`, with its SHA-256. The same sources
 * make the same bytes.
 */

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Files and folders of the repository that a release has at the same place. */
const COPIED = [
  'CHANGELOG.md',
  'LICENSE',
  'deploy',
  'docs/operating.md',
  'docs/security.md',
  'docs/monitoring',
];

/** Makes the package and `SHA256SUMS` in a folder, which it replaces; returns the path of the package. */
export async function makeRelease(directory: string): Promise<string> {
  await rm(directory, { recursive: true, force: true });
  const files = join(directory, 'package');
  await assemblePackage(files);
  // npm writes neither owners nor times of files into a package.
  const { stdout } = await run('npm', ['pack', files, '--pack-destination', directory]);
  const name = stdout.trim();
  await rm(files, { recursive: true });
  const sum = createHash('sha256')
    .update(await readFile(join(directory, name)))
    .digest('hex');
  await writeFile(join(directory, 'SHA256SUMS'), `${sum}  ${name}\n`);
  return join(directory, name);
}

/** Writes the files of the package to a folder. */
async function assemblePackage(directory: string): Promise<void> {
  await ensureBuild();
  await mkdir(directory, { recursive: true });
  await bundleServer(join(directory, 'programs'));
  for (const path of COPIED) await copyFiles(path, join(directory, path));
  for (const [from, to] of Object.entries(FILES)) await copyFiles(from, join(directory, to));
  await compressBest(join(directory, FILES['dist/client'] ?? ''));
  await copyFiles('scripts/release/bin', join(directory, 'bin'));
  const { manifest, shrinkwrap } = await describePackage();
  const write = (name: string, text: string) => writeFile(join(directory, name), text);
  await write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  await write('npm-shrinkwrap.json', `${JSON.stringify(shrinkwrap, null, 2)}\n`);
  await write('LICENSES-OF-PACKAGES.txt', await collectLicenses());
}

async function copyFiles(from: string, to: string): Promise<void> {
  await cp(join(ROOT, from), to, { recursive: true, filter: (path) => !path.endsWith('.ts') });
}

if (import.meta.main) process.stdout.write(`${await makeRelease(join(ROOT, 'dist/release'))}\n`);
