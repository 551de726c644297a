import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThisProcess } from '#test/support/end-with-this-process.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { createPeople, type People } from '#test/support/people.ts';
import { databaseUrl, TEMPLATE } from '#test/support/postgres.ts';
import { makeDataDirectory, startServerProcess } from '#test/support/server-process.ts';
import { startTestPostgres } from '#test/support/start-postgres.ts';
import { type FaultStore, startFaultStore } from './store.ts';

/** Starts two servers on one database, one storage and one secret, and stops them when `use` is done. */
export async function withTwoServers<Result>(
  use: (first: FaultStore, second: People) => Promise<Result>,
): Promise<Result> {
  await using opening = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'quayside-two-'));
  endWithThisProcess(directory);
  const postgres = await startTestPostgres(directory);
  opening.defer(postgres.stop);
  // Nothing else uses this PostgreSQL, so the template itself serves.
  const database = databaseUrl(postgres.socketDirectory, TEMPLATE);
  const files = opening.use(await makeDataDirectory());
  const publicUrl = `http://127.0.0.1:${await findFreePort()}/quayside/`;
  const shared = {
    SECRET: randomBytes(32).toString('hex'),
    STORAGE_URL: `file://${files.path}/storage`,
    PUBLIC_URL: publicUrl,
  };
  const first = opening.use(await startFaultStore({ databaseUrl: database, env: shared }));

  const data = opening.use(await makeDataDirectory());
  const second = opening.use(
    await startServerProcess({ ...shared, DATA_DIR: data.path, DATABASE_URL: database, LOG_LEVEL: 'info' }),
  );
  const people = createPeople({ url: second.url, publicUrl, database: first.pool });
  return await use(first, people);
}
