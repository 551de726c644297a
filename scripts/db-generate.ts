import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { migrateDatabase, migrationsFolder } from '#server/platform/db/migrate.ts';
import { readSchemaFacts } from '#server/platform/db/schema-facts.ts';
import { createLog } from '#server/platform/log/log.ts';

/*
 * Generates the migration of changed tables, and records what a migrated database has in `schema.json`, with which servers
 * compare theirs. Run it again after editing a migration: without a change of the tables it only does the latter.
 */

const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

const directory = await mkdtemp(join(tmpdir(), 'quayside-schema-'));
try {
  await using embedded = await startEmbedded(directory, createLog('error'));
  await migrateDatabase(embedded.connection);
  const client = new Client(embedded.connection);
  await client.connect();
  const facts = await readSchemaFacts(client);
  await client.end();
  await writeFile(join(migrationsFolder, 'schema.json'), `${JSON.stringify(facts, null, 2)}\n`);
} finally {
  await rm(directory, { recursive: true, force: true });
}
process.stdout.write('schema.json records what a migrated database has.\n');
