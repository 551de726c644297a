import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..');
/** As deep below the package's manifest as the source is below the repository's, because it reads its version there. */
const PROGRAM = 'dist/bin/quayside.js';

/**
 * Writes the npm package of the `quayside` command to a file: one script without dependencies, for the versions of Node
 * that build servers have. The same sources make the same bytes.
 */
async function makeCliPackage(path: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'quayside-cli-'));
  try {
    const { version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const files = join(directory, 'package');
    await mkdir(files);
    await bundle(files);
    const manifest = {
      name: 'quayside-cli',
      version,
      description: 'Publishes apps to a store that runs Quayside.',
      license,
      type: 'module',
      bin: { quayside: PROGRAM },
      engines: { node: '>=20.12' },
    };
    await writeFile(join(files, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await copyFile(join(ROOT, 'LICENSE'), join(files, 'LICENSE'));
    await cp(join(ROOT, 'examples'), join(files, 'examples'), { recursive: true });
    // npm writes neither owners nor times of files into a package.
    const { stdout } = await promisify(execFile)('npm', [
      'pack',
      files,
      `--pack-destination=${directory}`,
      `--cache=${join(directory, 'cache')}`,
      // Those of a caller's own npm command would count otherwise.
      '--json=false',
      '--dry-run=false',
    ]);
    await copyFile(join(directory, stdout.trim()), path);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function bundle(directory: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/cli/main.ts',
      target: 'node20.12',
      outDir: directory,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      rolldownOptions: { output: { entryFileNames: PROGRAM, codeSplitting: false } },
    },
  });
  await chmod(join(directory, PROGRAM), 0o755);
}

const [, , path] = process.argv;
if (path === undefined) throw new Error('Give the path of the package to write.');
await makeCliPackage(path);
