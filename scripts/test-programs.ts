import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'rolldown';
import { bundleServer, FILES } from './release/bundle-server.ts';

const ROOT = join(import.meta.dirname, '..');
const DIRECTORY = join(ROOT, 'node_modules/.cache/test-programs');

/** Modules that processes load first (`test/support/programs.ts`); those of tests change constants of the programs. */
const PRELOADED = {
  'compile-cache': 'scripts/compile-cache.ts',
  'test-settings': 'test/support/test-settings.ts',
  'short-times': 'test/abuse/short-times.ts',
};

/**
 * Bundles the programs as a release does, for the processes that tests start by the hundreds: a bundle takes half the time
 * of the sources, of which Node resolves and loads 1,500 files. Returns their folder.
 */
export async function bundleTestPrograms(): Promise<string> {
  const programs = join(DIRECTORY, 'programs');
  await rm(DIRECTORY, { recursive: true, force: true });
  await bundleServer(programs, { programs: PRELOADED, plugins: [keepNames()] });
  for (const [path, place] of Object.entries(FILES)) {
    const link = join(DIRECTORY, place);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, path), link);
  }
  return programs;
}

/** Lets the programs name the operator's command as the sources do, because tests read its name. */
function keepNames(): Plugin {
  return {
    name: 'quayside:keep-names',
    transform: {
      filter: { code: `import.meta.url.endsWith('.ts')` },
      handler: (code) => code.replaceAll(`import.meta.url.endsWith('.ts')`, 'true'),
    },
  };
}
