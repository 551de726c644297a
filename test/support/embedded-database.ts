import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client, type ClientConfig, type QueryResult } from 'pg';
import type { Database } from './people.ts';

/** Connects for each statement, so that no open connection delays the end of its server. */
export interface EmbeddedDatabase extends Database {
  query(statement: string, values?: unknown[]): Promise<QueryResult>;
}

/** Returns the embedded PostgreSQL of a data directory, for what no call can cause, such as the passing of time. */
export function embeddedDatabase(dataDir: string): EmbeddedDatabase {
  return {
    async query(statement, values = []) {
      const client = new Client(await embeddedConnection(dataDir));
      await client.connect();
      try {
        return await client.query(statement, values);
      } finally {
        await client.end();
      }
    },
  };
}

/** Returns how to connect to the embedded PostgreSQL of a data directory, which must be running. */
export async function embeddedConnection(dataDir: string): Promise<ClientConfig> {
  const cluster = join(dataDir, 'postgresql');
  const pidFile = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
  // PostgreSQL writes its socket's directory into the fifth line (miscinit.c, LOCK_FILE_LINE_SOCKET_DIR), here relative
  // to its cluster.
  const host = resolve(cluster, pidFile.split('\n')[4] ?? '');
  return { host, user: 'quayside', database: 'quayside' };
}
