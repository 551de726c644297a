import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { createLog } from '../log/log.ts';
import { applyMigrations } from './apply-migrations.ts';
import { KNOWN_MIGRATIONS, MIGRATION_LEVEL } from './known-migrations.ts';
import { openDatabase } from './open.ts';

/** The newest migration of this version. */
const NEWEST = KNOWN_MIGRATIONS.at(-1)?.name;

let server: TestServer;
let migrating: Client;
beforeAll(async () => {
  server = await startTestServer();
  migrating = await connect('quayside migrations');
});
afterAll(async () => {
  await migrating.end();
  await server[Symbol.asyncDispose]();
});

async function connect(name: string): Promise<Client> {
  const client = new Client({
    connectionString: server.context.config.databaseUrl ?? '',
    application_name: name,
  });
  await client.connect();
  return client;
}

let madeAt = 9_000_000_000_000;
/** Migrates as a newer version would. */
const migrate = (...sql: string[]) =>
  applyMigrations(migrating, [{ sql, folderMillis: (madeAt += 1), hash: 'hash', bps: true }]);

/** Starts this version's database again, which is older than the tables. */
async function restart(): Promise<void> {
  await using _ = await openDatabase(server.context.config, createLog('silent'));
}

/** Second steps that this version doesn't have itself. */
const NEWER_STEPS = `SELECT FROM drizzle.__second_steps WHERE created_at > ${MIGRATION_LEVEL}`;
const count = async (query: string) => (await migrating.query(query)).rowCount;

test('a server keeps running, and starts again, after a newer version added something', async () => {
  const owner = await server.onboard('owner@steps.example');
  await migrate('ALTER TABLE apps ADD COLUMN rank integer DEFAULT 0 NOT NULL');
  const draft = { platform: 'android', applicationId: 'org.example.steps', name: 'Steps' } as const;
  const { app } = await owner.call('apps.create', draft);
  expect((await owner.call('apps.get', { appId: app.id })).app.name).toBe('Steps');
  await restart();
});

test('a second step waits until no older server runs, and servers that know the first step stay', async () => {
  await migrating.query('CREATE TABLE boats (id integer, name text)');
  const removal = [`-- Second step of ${NEWEST}\nALTER TABLE boats DROP COLUMN name`];
  for (const name of [`quayside essential ${MIGRATION_LEVEL - 1}`, 'quayside jobs']) {
    const older = await connect(name);
    await expect(migrate(...removal)).rejects.toThrow('Servers or commands of an older version');
    await older.end();
  }
  expect(await count('SELECT name FROM boats')).toBe(0);
  expect(await count(NEWER_STEPS)).toBe(0);
  // The server of this test knows that migration.
  await expect.poll(() => migrate(...removal).then(() => 'done', String)).toBe('done');
  expect(await count(NEWER_STEPS)).toBe(1);
  await expect(migrating.query('SELECT name FROM boats')).rejects.toThrow('name');
  await restart();
});

test('a second step that was interrupted keeps older servers from starting while it waits again', async () => {
  await migrating.query('INSERT INTO drizzle.__second_steps VALUES ($1, $2)', [madeAt + 1, MIGRATION_LEVEL]);
  const older = await connect('quayside jobs');
  await expect(migrate(`-- Second step of ${NEWEST}\nSELECT 1`)).rejects.toThrow(
    'the migration continues once they have stopped',
  );
  await older.end();
  expect(await count(`SELECT FROM drizzle.__second_steps WHERE created_at = ${madeAt}`)).toBe(1);
});

test('a server doesn’t start once a second step removed what it needs', async () => {
  await migrating.query('INSERT INTO drizzle.__second_steps VALUES ($1, $2)', [madeAt + 1, madeAt]);
  await expect(restart()).rejects.toThrow('by a newer Quayside, which removed what this one needs');
  await migrating.query('DELETE FROM drizzle.__second_steps WHERE first_step_at = $1', [madeAt]);
});

test('a second step of an unknown migration fails', async () => {
  await expect(migrate('-- Second step of 0999_unknown\nSELECT 1')).rejects.toThrow(
    'no migration 0999_unknown',
  );
});

test('tables of another first migration are those of a newer version', async () => {
  await migrating.query('UPDATE drizzle.__drizzle_migrations SET created_at = created_at + 1');
  await expect(restart()).rejects.toThrow('by a newer Quayside');
});
