import { join } from 'node:path';
import { Pool } from 'pg';
import { findFreePort } from './free-port.ts';
import { createPeople, type People } from './people.ts';
import { createTestDatabase } from './postgres.ts';
import {
  type Environment,
  makeDataDirectory,
  type ReadyServer,
  startServerProcess,
  TEST_SETTINGS,
} from './server-process.ts';

/** A database and a storage for any number of servers, each a process with a data directory of its own. */
export interface SharedStore extends AsyncDisposable {
  readonly pool: Pool;
  /** The directory that `STORAGE_URL` names. */
  readonly storage: string;
  /** Starts one more server; `env` adds to its configuration. */
  readonly start: (env?: Environment) => Promise<ReadyServer>;
  /** Returns the people of a server; their tokens are valid at every other one. */
  readonly peopleOf: (server: ReadyServer) => People;
}

/** Makes an empty store; disposing stops the servers that are left and removes everything. */
export async function createSharedStore(): Promise<SharedStore> {
  await using opening = new AsyncDisposableStack();
  const shared = opening.use(await makeDataDirectory());
  const databaseUrl = await createTestDatabase();
  const pool = opening.adopt(new Pool({ connectionString: databaseUrl, max: 4 }), (opened) => opened.end());
  const storage = join(shared.path, 'storage');
  const publicUrl = `http://127.0.0.1:${await findFreePort()}/quayside/`;
  const opened = opening.move();

  const start = async (env: Environment = {}) => {
    const data = opened.use(await makeDataDirectory());
    const variables = {
      ...TEST_SETTINGS,
      DATA_DIR: data.path,
      DATABASE_URL: databaseUrl,
      STORAGE_URL: `file://${storage}`,
      PUBLIC_URL: publicUrl,
      SECRET: 'the secret that all servers of this test share',
      ...env,
    };
    return opened.use(await startServerProcess(variables));
  };
  return {
    pool,
    storage,
    start,
    peopleOf: ({ url }) => createPeople({ url, publicUrl, database: pool }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
