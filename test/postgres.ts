import { randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    postgresBroker: string;
  }
}

/** The database that each test's own is copied from: all tables, no rows. */
export const TEMPLATE = 'quayside_template';

/** The address of a database on a PostgreSQL that listens on a socket, in the form of `DATABASE_URL`. */
export function databaseUrl(socketDirectory: string, database: string): string {
  return `postgresql://quayside@localhost/${database}?host=${encodeURIComponent(socketDirectory)}`;
}

/**
 * Makes a database of the test's own with all tables and no rows, in some tens of milliseconds, on the PostgreSQL of
 * this test run (`global-setup.ts`), and gives its address. It goes with the run.
 */
export async function createTestDatabase(): Promise<string> {
  const socketDirectory = await askForPostgres();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: databaseUrl(socketDirectory, 'postgres') });
  await admin.connect();
  await admin.query(`create database ${name} template ${TEMPLATE}`);
  await admin.end();
  return databaseUrl(socketDirectory, name);
}

/** The directory of the socket of this run's PostgreSQL, which is started when it is asked for. */
async function askForPostgres(): Promise<string> {
  const answer = await text(createConnection(inject('postgresBroker')));
  if (!answer.startsWith('/')) throw new Error(`The PostgreSQL of the tests ${answer}`);
  return answer;
}
