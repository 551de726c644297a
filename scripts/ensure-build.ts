import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '../src/server/platform/config/startup-error.ts';
import { isRunning } from '../src/server/platform/process/stopping.ts';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist/client.stamp');

/** All sources of the client build, and of the command that the server serves beside the client. */
const sources = [
  'src/cli/**',
  'src/client/**',
  'src/shared/**',
  'src/server/feeds/catalog/openapi.ts',
  'docs/trusted-publishing.md',
  'examples/**',
  'public/**',
  '*.html',
  'scripts/api-reference/**',
  'scripts/cli-package.ts',
  'scripts/guide/**',
  'scripts/screen-scripts.ts',
  'scripts/script-groups.ts',
  'scripts/vite-plugins.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

interface BuildOptions {
  /** Tells people that a build began or ended. */
  readonly tell?: (line: string) => void;
}

/**
 * Builds the client and the package of the command into `dist/client` unless the existing build is up to date.
 * `npm start` and `npm test` call it each time, so it must be fast when there is nothing to do. Throws `StartupError`.
 */
export async function ensureBuild({ tell }: BuildOptions = {}): Promise<void> {
  const fingerprint = fingerprintSources();
  if (readStamp() === fingerprint) return;
  const finished = join(root, 'dist/client');
  tell?.(
    `Building the pages, because ${existsSync(finished) ? 'sources changed' : 'this is the first start'} …`,
  );
  removeUnfinished();
  const outDir = `${finished}.${process.pid}`;
  const earlier = `${outDir}.old`;
  mkdirSync(dirname(outDir), { recursive: true });
  await build(outDir);
  rmSync(stamp, { force: true });
  // A server that starts at this moment finds the old build or the new one, never a partial one.
  if (existsSync(finished)) renameSync(finished, earlier);
  renameSync(outDir, finished);
  rmSync(earlier, { recursive: true, force: true });
  writeFileSync(stamp, fingerprint);
  tell?.('The pages are built.');
}

/** Removes what interrupted builds left. */
function removeUnfinished(): void {
  for (const path of globSync('dist/client.[0-9]*', { cwd: root })) {
    const [, pid] = /client\.(\d+)/.exec(path) ?? [];
    if (!isRunning(Number(pid))) rmSync(join(root, path), { recursive: true, force: true });
  }
}

async function build(outDir: string): Promise<void> {
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'];
  // Beside the folder, which the client's build empties.
  const command = `${outDir}.tgz`;
  await Promise.all([
    run([...vite, '--outDir', outDir, '--emptyOutDir']),
    run([join(root, 'scripts/cli-package.ts'), command]),
  ]);
  renameSync(command, join(outDir, 'cli.tgz'));
}

/** Runs a program in a process of its own, because another `NODE_ENV` of the caller would make a development build. */
async function run(program: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, program, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  const [code] = await once(child, 'close');
  process.off('exit', stop);
  if (code !== 0) throw new StartupError('The client could not be built.');
}

/** Hashes names and contents, because a checkout changes modification times of unchanged files. */
function fingerprintSources(): string {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: root }).sort()) {
    const file = join(root, path);
    const isPartOfBuild = statSync(file).isFile() && !/\.test\.tsx?$/.test(path);
    if (isPartOfBuild) hash.update(`${path}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function readStamp(): string | null {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.main) await ensureBuild();
