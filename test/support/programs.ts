import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The bundle of `scripts/test-programs.ts`, with which `npm test` runs; other runs start the sources. */
const BUNDLE = process.env.TEST_PROGRAMS;

/** The arguments with which `npm start` and `npm run admin` start faster. */
export const FAST_START = [
  '--import',
  join(root, 'scripts/compile-cache.ts'),
  '--import',
  join(root, 'src/server/platform/db/drizzle-commonjs.ts'),
];

/** Vitest loads it after its own hooks, which it replaces. */
const FAST_IMPORTS = join(root, 'test/support/fast-imports.ts');

const SOURCES = { server: 'src/server/main.ts', admin: 'src/server/admin-command.ts' };

/** Returns the arguments of Node that run a program. */
export function programArguments(name: keyof typeof SOURCES): string[] {
  if (!BUNDLE) return [...FAST_START, '--import', FAST_IMPORTS, join(root, SOURCES[name])];
  return ['--import', join(BUNDLE, 'compile-cache.js'), join(BUNDLE, `${name}.js`)];
}

/** Returns the path of a module of the tests that changes constants of a program: `--import` loads it. */
export function preloadedModule(path: string): string {
  if (!BUNDLE) return join(root, 'test', path);
  return join(BUNDLE, path.replace(/^.*\/(.*)\.ts$/, '$1.js'));
}
