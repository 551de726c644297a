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

/** The template of the tests' databases: all tables, no rows. */
export const TEMPLATE = 'quayside_template';

/** Returns the `DATABASE_URL` of a database on a PostgreSQL that listens on a socket. */
export function databaseUrl(socketDirectory: string, database: string): string {
  return `postgresql://quayside@localhost/${database}?host=${encodeURIComponent(socketDirectory)}`;
}

/**
 * Creates a database with all tables and no rows on the PostgreSQL of this test run (`global-setup.ts`), which takes some
 * tens of milliseconds, and returns its address. It is removed with the run.
 */
export async function createTestDatabase(): Promise<string> {
  const socketDirectory = await askForPostgres();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: databaseUrl(socketDirectory, 'postgres') });
  await admin.connect();
  // Copied as files: the other way writes every page to the log as well, which takes twice as long.
  await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  await admin.end();
  return databaseUrl(socketDirectory, name);
}

/** Returns the socket directory of this run's PostgreSQL, which is started on the first request. */
async function askForPostgres(): Promise<string> {
  const response = await text(createConnection(inject('postgresBroker')));
  if (!response.startsWith('/')) throw new Error(`The PostgreSQL of the tests ${response}`);
  return response;
}

/** Creates a role without privileges, and returns its name with its address of the database. */
export async function createTestRole(address: string): Promise<{ role: string; address: string }> {
  const role = `role_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: address });
  await admin.connect();
  await admin.query(`create role ${role} login`);
  await admin.end();
  return { role, address: address.replace('//quayside@', `//${role}@`) };
}
