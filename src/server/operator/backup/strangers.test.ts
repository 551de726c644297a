import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { openContext } from '#server/platform/context.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { createTestDatabase, createTestRole } from '#test/support/postgres.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { backUp } from './back-up.ts';
import { findBackup } from './backup-folder.ts';
import { manifestPath, readBackupManifest } from './manifest.ts';
import { moveDatabase } from './move-database.ts';
import { restoreBackup } from './restore.ts';

/** Makes what another program may have in the schema of Quayside's tables. */
const STRANGERS = `
  CREATE TABLE notes (id serial PRIMARY KEY, text text);
  INSERT INTO notes (text) VALUES ('keep me');
  CREATE SEQUENCE numbers;
  SELECT nextval('numbers');
  CREATE VIEW texts AS SELECT text FROM notes;
  CREATE MATERIALIZED VIEW kept_texts AS SELECT text FROM notes;
  CREATE FUNCTION shout(text) RETURNS text LANGUAGE sql AS 'SELECT upper($1)';
  CREATE TYPE mood AS ENUM ('good');
  ALTER TABLE users ADD COLUMN nickname text DEFAULT 'none'`;

/** Statements of the strangers' own, which show that all of theirs is there. */
const COUNT = `SELECT (SELECT count(*) FROM notes) + (SELECT count(*) FROM texts) + length(shout('a')) AS count`;

const EMPTY = createHash('sha256').digest('hex');

let store: TestStore;
let folder: string;
let backups: string;
beforeAll(async () => {
  store = await openTestStore();
  folder = await mkdtemp(join(tmpdir(), 'quayside-strangers-'));
  backups = join(folder, 'backups');
  await publishDirectly(store, { applicationId: 'org.example.neighbours', versionCode: 1 });
  await store.pool.query(STRANGERS);
  await backUp(store.config, { directory: backups, keep: null });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function emptyPlace(databaseUrl?: string): Promise<Config> {
  return readConfig({
    DATABASE_URL: databaseUrl ?? (await createTestDatabase()),
    DATA_DIR: await mkdtemp(join(folder, 'place-')),
    LOG_LEVEL: 'silent',
  });
}

const restore = (config: Config, { isReplacing = false, isDryRun = false, path = backups } = {}) =>
  restoreBackup(config, { path, isReplacing, isDryRun, ask: async () => 'Quayside' });

async function query(config: Config, statement: string) {
  const client = new Client({ connectionString: config.databaseUrl ?? '' });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('tables of others', () => {
  test('are not backed up, and the backup is restored and moved', async () => {
    const { database } = await readBackupManifest(await findBackup(backups));
    expect(database.tables.map(({ name }) => name)).not.toContain('notes');
    expect(database.tables.find(({ name }) => name === 'users')?.columns).not.toContain('nickname');
    expect(Object.keys(database.sequences)).toEqual(
      expect.arrayContaining(['audit_events_id_seq', 'outbox_id_seq', 'reviews_id_seq']),
    );
    expect(Object.keys(database.sequences).filter((name) => /numbers|notes/.test(name))).toEqual([]);
    const config = await emptyPlace();
    expect(await restore(config)).toContain('Restored Quayside');
    await query(config, STRANGERS);
    expect(await moveDatabase(config, await createTestDatabase())).toContain('Set DATABASE_URL');
  });

  test('that nobody can read change nothing for a role without their rights', async () => {
    const databaseUrl = await createTestDatabase();
    const { role, address } = await createTestRole(databaseUrl);
    const owner = await emptyPlace(databaseUrl);
    const [{ name }] = (await query(owner, 'SELECT current_database() AS name')) as [{ name: string }];
    // The store belongs to the role; the stranger's table doesn't.
    await query(
      owner,
      `ALTER DATABASE ${name} OWNER TO ${role};
       DO $$ DECLARE one record; BEGIN
         FOR one IN SELECT nspname, relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
           WHERE relkind = 'r' AND nspname IN ('public', 'drizzle', 'graphile_worker')
         LOOP EXECUTE format('ALTER TABLE %I.%I OWNER TO ${role}', one.nspname, one.relname); END LOOP;
         FOR one IN SELECT p.oid::regprocedure AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
           WHERE nspname IN ('public', 'graphile_worker') AND prokind = 'f' AND NOT EXISTS (
             SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
         LOOP EXECUTE format('ALTER FUNCTION %s OWNER TO ${role}', one.name); END LOOP;
       END $$;
       ALTER SCHEMA drizzle OWNER TO ${role}; ALTER SCHEMA graphile_worker OWNER TO ${role};
       GRANT ALL ON SCHEMA public TO ${role};
       CREATE TABLE secrets (text text); REVOKE ALL ON secrets FROM PUBLIC`,
    );
    const config = await emptyPlace(address);
    await using context = await openContext(config);
    const directory = join(folder, 'unreadable');
    const ended = await runOperatorCommand(context, ['backup', directory], {});
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(await restore(await emptyPlace(), { path: directory })).toContain('Restored');

    // A table of Quayside that can't be read ends the backup with a sentence.
    await query(owner, 'ALTER TABLE reviews OWNER TO quayside; REVOKE ALL ON reviews FROM PUBLIC');
    const failed = await runOperatorCommand(context, ['backup', directory], {});
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringMatching(/^The table reviews can’t be read: permission denied.*run this again\.\n$/),
    ]);
  });

  test('stay in the database that a backup is restored into, and replaced', async () => {
    const config = await emptyPlace();
    await query(config, STRANGERS.replace(/ALTER TABLE users.*/, 'SELECT'));
    await restore(config);
    await restore(config, { isReplacing: true });
    expect(await query(config, COUNT)).toEqual([{ count: '3' }]);
    expect(await query(config, 'SELECT application_id FROM apps')).toEqual([
      { application_id: 'org.example.neighbours' },
    ]);
  });

  test.each([
    ['a view', 'CREATE VIEW names AS SELECT display_name FROM users', 'view names'],
    ['a foreign key', 'CREATE TABLE fans (uid text REFERENCES users)', 'on table fans'],
    [
      'a trigger',
      `CREATE TABLE copies (id int); CREATE TRIGGER copied BEFORE DELETE ON copies EXECUTE FUNCTION reject_audit_change()`,
      'trigger copied on table copies',
    ],
  ])(
    'keep a store from being replaced by %s that depends on it, and nothing is changed',
    async (_, statement, named) => {
      const config = await emptyPlace();
      await restore(config);
      await query(config, statement);
      await expect(restore(config, { isReplacing: true })).rejects.toThrow(
        new RegExp(`Others in the database depend on Quayside’s tables: .*${named}`),
      );
      // The store still starts: nothing says that a restore was interrupted.
      await using context = await openContext(config);
      expect((await context.pool.query('SELECT FROM apps')).rowCount).toBe(1);
    },
  );

  test('with the name of one of Quayside’s are not replaced', async () => {
    const config = await emptyPlace();
    await query(config, 'DROP SCHEMA drizzle CASCADE; INSERT INTO store_setup (id) VALUES (1)');
    await expect(restore(config, { isReplacing: true })).rejects.toThrow('has the names of its own');
  });

  test('of a newer Quayside aren’t known here, so such a store is neither moved nor replaced', async () => {
    const config = await emptyPlace();
    await restore(config);
    await query(
      config,
      `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) SELECT '', max(created_at) + 1 FROM drizzle.__drizzle_migrations`,
    );
    const newer = /newer Quayside/;
    await expect(moveDatabase(config, await createTestDatabase())).rejects.toThrow(newer);
    await expect(restore(config, { isReplacing: true })).rejects.toThrow(newer);
    expect(await query(config, 'SELECT application_id FROM apps')).toHaveLength(1);
  });

  test('in a backup of an earlier version are left out and named', async () => {
    const directory = join(folder, 'earlier');
    await backUp(store.config, { directory, keep: null });
    const backup = await findBackup(directory);
    const { database, ...rest } = await readBackupManifest(backup);
    const empty = database.tables.find(({ rows }) => rows === 0);
    await writeFile(join(backup, 'database/notes.copy.gz'), '');
    const notes = { ...empty, name: 'notes', columns: ['id', 'text'], file: { size: 0, sha256: EMPTY } };
    const content = {
      ...rest,
      format: 1,
      isComplete: undefined,
      files: { ...rest.files, missing: [], damaged: undefined },
      database: {
        ...database,
        // Format 1 had a hash of the rows in their order instead of the digest.
        tables: [...database.tables, notes].map((table) => ({ ...table, digest: undefined, sha256: EMPTY })),
        sequences: { ...database.sequences, notes_id_seq: '7' },
      },
    };
    const text = JSON.stringify(content);
    const sha256 = createHash('sha256').update(text).digest('hex');
    await writeFile(manifestPath(backup), JSON.stringify({ ...JSON.parse(text), sha256 }));
    const config = await emptyPlace();
    expect(await restore(config, { path: directory })).toContain(
      'Tables that aren’t Quayside’s were left out: notes.',
    );
    expect(await query(config, 'SELECT application_id FROM apps')).toHaveLength(1);
  });
});
