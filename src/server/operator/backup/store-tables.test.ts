import { Client } from 'pg';
import { expect, test } from 'vitest';
import { KNOWN_MIGRATIONS } from '#server/platform/db/known-migrations.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { readEveryFunctionName, readEveryTableName, readPresent, readTablesAfter } from './store-tables.ts';

/** What a second step has removed since: backups of the version before still have it. */
const REMOVED = { tables: ['count_changes'], functions: ['record_count_changes', 'record_count_move'] };

test('the known tables, columns and functions are those that the migrations make', async () => {
  const client = new Client({ connectionString: await createTestDatabase() });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const { rows: functions } = await client.query<{ name: string }>(`
    SELECT DISTINCT proname::text AS name FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ORDER BY 1`);
  const names = tables.map(({ name }) => name);
  const present = await readPresent(client, names);
  await client.end();

  const known = await readTablesAfter(KNOWN_MIGRATIONS.map(({ madeAt }) => madeAt));
  expect(known.map(({ name }) => name)).toEqual(present.map(({ name }) => name));
  const sorted = (all: typeof known) => all.map(({ columns }) => [...columns].sort());
  expect(sorted(known)).toEqual(sorted(present));
  expect(new Set(await readEveryTableName())).toEqual(new Set([...names, ...REMOVED.tables]));
  expect(new Set(await readEveryFunctionName())).toEqual(
    new Set([...functions.map(({ name }) => name), ...REMOVED.functions]),
  );
});
