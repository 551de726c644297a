import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedDatabase } from '#test/support/embedded-database.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { createPeople } from '#test/support/people.ts';
import { makeDataDirectory, SERVER_ENVIRONMENT, spawnServer } from '#test/support/server-process.ts';
import type { FaultResult } from './faults.ts';

/**
 * Kills a server again and again while it starts on an empty data directory for the first time, then lets it start: the
 * admin that its variables name must be able to sign in.
 */
export async function killFirstStarts(directories: number, killsOfEach: number): Promise<FaultResult> {
  const broken: string[] = [];
  const startMs = await measureStart();
  for (let directory = 0; directory < directories; directory += 1) {
    await using data = await makeDataDirectory();
    const env = await environment(data.path);
    for (let kill = 0; kill < killsOfEach; kill += 1) {
      const server = spawnServer(env);
      await Promise.race([sleep(randomInt(startMs)), server.ready.catch(() => {})]);
      server.kill('SIGKILL');
      await server.ended;
    }
    const server = spawnServer(env);
    try {
      const url = await server.ready;
      await createPeople({ url, database: embeddedDatabase(data.path) }).admin();
    } catch (error) {
      broken.push(`directory ${directory}: ${(error as Error).message}`);
    }
    server.kill('SIGTERM');
    await server.ended;
  }
  return { figure: `${directories * killsOfEach} kills of ${directories} first starts`, broken };
}

/** Measures a first start on this machine at present, in milliseconds, so that kills fall anywhere within it. */
async function measureStart(): Promise<number> {
  await using data = await makeDataDirectory();
  const started = performance.now();
  const server = spawnServer(await environment(data.path));
  await server.ready;
  const ms = performance.now() - started;
  server.kill('SIGTERM');
  await server.ended;
  return Math.round(ms);
}

async function environment(dataDir: string): Promise<Record<string, string>> {
  return {
    ...SERVER_ENVIRONMENT,
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  };
}
