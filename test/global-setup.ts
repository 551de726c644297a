import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Postgres } from '#server/platform/db/embedded/process.ts';
import { endWithThisProcess } from './support/end-with-this-process.ts';
import { makeMemoryFolder } from './support/memory-folder.ts';

/**
 * Provides one PostgreSQL for the whole run, started when the first test needs it: a socket in a temporary directory
 * responds with the directory of the database's socket. That directory, and all others of the tests, are in memory if there
 * is enough.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const inMemory = await makeMemoryFolder();
  const directory = inMemory ?? (await makeOpenDirectory());
  if (inMemory) process.env.TMPDIR = inMemory;
  endWithThisProcess(directory);
  let starting: Promise<Postgres> | null = null;
  const broker = createServer(async (connection) => {
    starting ??= import('#test/support/start-postgres.ts').then(({ startTestPostgres }) =>
      startTestPostgres(directory),
    );
    const response = await starting.then(
      (postgres) => postgres.socketDirectory,
      (error: unknown) => `could not start: ${error}`,
    );
    connection.end(response);
  });
  const path = join(directory, 'broker');
  broker.listen(path);
  project.provide('postgresBroker', path);

  return async () => {
    broker.close();
    await starting?.then((postgres) => postgres.stop()).catch(() => {});
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Makes a temporary directory that PostgreSQL's account may enter. */
async function makeOpenDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quayside-test-'));
  await chmod(directory, 0o755);
  return directory;
}
