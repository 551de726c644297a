import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { contractFacts, messageCatalogs } from './scripts/vite-plugins.ts';
import { PATIENCE_MS, TEST_TIMEOUT_MS } from './test/support/patience.ts';

export default defineConfig({
  plugins: [contractFacts(), messageCatalogs()],
  test: {
    include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/abuse/**/*.test.ts', 'test/faults/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    // More than there are processors: most tests wait for a database or a process more than they compute.
    maxWorkers: availableParallelism() + 1,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    // The job queue lets promises of its own fail unheard when the database is slow; the server logs them and goes on.
    onUnhandledError: ({ stack = '' }) => (stack.includes('/graphile-worker/') ? false : undefined),
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
