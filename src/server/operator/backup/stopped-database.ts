import type { Client, ClientConfig } from 'pg';
import type { Config } from '../../platform/config/config.ts';
import { StartupError } from '../../platform/config/startup-error.ts';
import { startEmbedded } from '../../platform/db/embedded/embedded.ts';
import { lockForReplacing } from '../../platform/db/replacing.ts';
import { assertDatabaseUsable } from '../../platform/db/requirements.ts';
import { createLog } from '../../platform/log/log.ts';
import { openCopyClient } from './copy-client.ts';

/** A database that no server uses. */
export interface StoppedDatabase extends AsyncDisposable {
  readonly connection: ClientConfig;
  readonly client: Client;
}

/**
 * Opens a database for changes that no server may see: the embedded one, whose data directory the caller has locked, or
 * another one. Servers that start meanwhile stop with an error. Throws `StartupError` when it can't be used, or a server is connected to it.
 */
export async function openStoppedDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<StoppedDatabase> {
  await using opening = new AsyncDisposableStack();
  const connection =
    databaseUrl === null
      ? opening.use(await startEmbedded(dataDir, createLog('error'))).connection
      : { connectionString: databaseUrl };
  const copying = await openCopyClient(connection).catch((error: Error) => {
    throw new StartupError(`The database can’t be reached: ${error.message}. Check its address.`);
  });
  const { client } = opening.use(copying);
  await assertDatabaseUsable(client);
  await lockForReplacing(client);
  await assertNoServer(client);
  const opened = opening.move();
  return { connection, client, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Servers name their connections (`createPool`). */
async function assertNoServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'quayside %'`);
  if (rows[0]?.count === 0) return;
  throw new StartupError('A Quayside server is connected to the database. Stop every server of it first.');
}
