import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { contractFacts, messageCatalogs } from './scripts/vite-plugins.ts';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from './test/support/patience.ts';
import { FAST_START } from './test/support/programs.ts';

/** Small files whose tests take long: without a list, Vitest starts them last, while nothing else is left to run. */
const LONG =
  /\/(?:main|stopping|kill|full-disk|first-start|faults|feed-readers|reindex|live\/stop|renderer|replica|release|scripts|system|cli\/publish|quayside)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** They import modules that Vite makes: messages, and facts of contracts. */
const BUILT_BY_VITE = ['src/{client,shared}/**/*.test.ts'];
/** Components in a DOM. Their files share it, as they share the modules: to load these takes longer than the tests. */
const COMPONENTS = ['src/client/**/*.test.tsx'];
/** They replace a module of Node, which must be new for them. */
const REPLACING_MODULES = ['src/server/operator/backup/backup-folder.test.ts'];

/** More than usual, so that most objects of a request are unused before the next collection. */
const ROOM_FOR_NEW_OBJECTS = '--max-semi-space-size=64';

/**
 * Returns the project of tests that run servers. Node runs them itself, as it runs the server, and files share processes:
 * to load and compile the server again takes longer than most files take.
 */
export function serverTests(
  include: string[],
  exclude: string[] = [],
): TestProjectInlineConfiguration & { extends: true } {
  return {
    extends: true,
    test: {
      name: 'server',
      include,
      exclude,
      globalSetup: 'test/global-setup.ts',
      setupFiles: 'test/support/fast-imports.ts',
      isolate: false,
      execArgv: [...FAST_START, ROOM_FOR_NEW_OBJECTS],
      experimental: { viteModuleRunner: false, nodeLoader: false },
    },
  };
}

export default defineConfig({
  plugins: [contractFacts(), messageCatalogs()],
  test: {
    // More than there are processors: most tests wait for a database or a process more than they compute.
    maxWorkers: availableParallelism() + 2,
    // A file must leave nothing replaced to the next one in its process.
    restoreMocks: true,
    silent: 'passed-only',
    unstubGlobals: true,
    sequence: { sequencer: LongestFirst },
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    // The job queue lets promises of its own fail unheard when the database is slow; the server logs them and goes on.
    onUnhandledError: ({ stack = '' }) => (stack.includes('/graphile-worker/') ? false : undefined),
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      { extends: true, test: { name: 'client', include: BUILT_BY_VITE, isolate: false } },
      {
        extends: true,
        test: {
          name: 'components',
          include: COMPONENTS,
          environment: 'happy-dom',
          isolate: false,
          setupFiles: 'test/support/component-setup.ts',
        },
      },
      { extends: true, test: { name: 'replacing modules', include: REPLACING_MODULES } },
      serverTests(
        ['src/**/*.test.ts', 'test/*.test.ts', 'test/abuse/**/*.test.ts', 'test/faults/*.test.ts'],
        [...BUILT_BY_VITE, ...REPLACING_MODULES],
      ),
    ],
  },
});
