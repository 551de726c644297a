import { execFileSync } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { waitUntil } from '#test/support/patience.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { killServers, makeDataDirectory, spawnServer } from '#test/support/server-process.ts';
import { isRunning } from '../../platform/process/stopping.ts';

afterEach(killServers);

/** Returns the id of the process that renders a server's feed. */
function findRenderer(server: number): number | undefined {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const line = lines.find((one) => {
    const [, parent, ...args] = one.trim().split(/\s+/);
    return Number(parent) === server && args.join(' ').includes('renderer-process');
  });
  return line === undefined ? undefined : Number.parseInt(line, 10);
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'the process that renders ends with a server that got %s',
  async (signal) => {
    await using data = await makeDataDirectory();
    const server = spawnServer({
      DATA_DIR: data.path,
      DATABASE_URL: await createTestDatabase(),
      LOG_LEVEL: 'silent',
    });
    await server.ready;
    // Every start checks the feed.
    const renderer = await waitUntil('the server renders', async () => findRenderer(server.pid));
    server.kill(signal);
    await server.ended;
    await expect.poll(() => isRunning(renderer)).toBe(false);
  },
);
