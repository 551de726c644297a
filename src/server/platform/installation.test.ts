import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/postgres.ts';
import { ensureVapidKeys } from '../delivery/push/vapid.ts';
import { readSigningKey } from '../feeds/signing/key.ts';
import { createIdentity } from '../identity/identity.ts';
import { prepareFirstAdmin } from '../identity/setup/first-admin.ts';
import { subscribeToEvents } from '../subscriptions.ts';
import { readConfig } from './config/config.ts';
import { StartupError } from './config/startup-error.ts';
import { type Context, openContext } from './context.ts';

const SECRET = 'the secret of this store, long enough';
const OTHER = 'another secret, which is long enough too';

beforeAll(subscribeToEvents);

let folder: string;
let databaseUrl: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-installation-'));
  databaseUrl = await createTestDatabase();
});
afterEach(() => rm(folder, { recursive: true }));

/** A server with a data directory of its own; they share one storage unless told otherwise. */
const configOf = (name: string, env: Record<string, string> = {}) =>
  readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, name),
    STORAGE_URL: `file://${join(folder, 'storage')}`,
    LOG_LEVEL: 'silent',
    ...env,
  });

const withServer = async (
  name: string,
  env: Record<string, string> = {},
  use: (context: Context) => Promise<unknown> = async () => undefined,
) => {
  await using context = await openContext(configOf(name, env));
  await use(context);
};

/** Returns why a server is rejected; null when it is not. */
const findRejection = (name: string, env: Record<string, string> = {}) =>
  withServer(name, env).then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartupError);
      return (error as Error).message;
    },
  );

/** Makes every key that a store has. */
async function makeKeys(context: Context): Promise<void> {
  await ensureVapidKeys(context);
  await readSigningKey(context);
  await createIdentity(context).api.getJwks();
}

async function runSql(statements: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statements);
  await client.end();
}

const secretOf = (name: string) => readFile(join(folder, name, 'secret'), 'utf8');

describe('the secret', () => {
  test('is made beside an empty database, kept, and good for every later start', async () => {
    await withServer('one', {}, makeKeys);
    const made = await secretOf('one');
    expect(await findRejection('one')).toBeNull();
    expect(await secretOf('one')).toBe(made);
  });

  test('is never made beside a database that has data: the rejection says how to bring it back', async () => {
    await withServer('one', {}, makeKeys);
    const made = await secretOf('one');
    await rm(join(folder, 'one/secret'));
    const rejection = await findRejection('one');
    expect(rejection).toContain(`Restore ${join(folder, 'one/secret')} from a backup, or set SECRET`);
    await expect(stat(join(folder, 'one/secret'))).rejects.toThrow('ENOENT');
    expect(await findRejection('one', { SECRET: made.trim() })).toBeNull();
  });

  test('of another store is rejected, as SECRET and as file, and leaves everything as it was', async () => {
    await withServer('one', { SECRET }, makeKeys);
    expect(await findRejection('two', { SECRET: OTHER })).toContain('Set SECRET to the earlier secret');
    await writeFile(join(folder, 'one/secret'), OTHER);
    expect(await findRejection('one')).toContain(`Restore ${join(folder, 'one/secret')} from a backup`);
    expect(await findRejection('two', { SECRET })).toBeNull();
  });

  test('is checked against each key of a database that an older version made', async () => {
    await withServer('one', { SECRET }, async (context) => {
      await makeKeys(context);
      await context.pool.query('DELETE FROM installation');
      await rm(join(folder, 'storage/storage-id'));
    });
    const rejection = await findRejection('two', { SECRET: OTHER });
    expect(rejection).toContain("DELETE FROM store_keys WHERE purpose = 'fdroid';");
    expect(rejection).toContain("DELETE FROM store_keys WHERE purpose = 'push';");
    expect(rejection).toContain('DELETE FROM auth_jwks WHERE id = ');
    await rm(join(folder, 'one'), { recursive: true });
    expect(await findRejection('one')).toContain('The secret is missing');
    expect(await findRejection('one', { SECRET })).toBeNull();
  });

  test('that was lost can be replaced, once the keys that only it opens are deleted', async () => {
    await withServer('one', { SECRET }, makeKeys);
    expect(await findRejection('one', { SECRET: OTHER })).toContain(
      'UPDATE installation SET secret_check = NULL;',
    );
    await runSql('UPDATE installation SET secret_check = NULL');
    expect(await findRejection('one', { SECRET: OTHER })).toContain(
      "DELETE FROM store_keys WHERE purpose = 'push';",
    );
    await runSql('DELETE FROM store_keys; DELETE FROM auth_jwks');
    expect(await findRejection('one', { SECRET: OTHER })).toBeNull();
    expect(await findRejection('one', { SECRET })).toContain('Set SECRET to the earlier secret');
  });

  test('that fits is no help for a key that is damaged: the rejection names it and what makes a new one', async () => {
    await withServer('one', { SECRET }, async (context) => {
      await makeKeys(context);
      await context.pool.query(
        "UPDATE store_keys SET encrypted_private_key = 'damaged' WHERE purpose = 'push'",
      );
    });
    expect(await findRejection('one', { SECRET })).toContain('the key for push messages');
    await runSql("DELETE FROM store_keys WHERE purpose = 'push'; DELETE FROM push_subscriptions");
    expect(await findRejection('one', { SECRET })).toBeNull();
  });

  test('that cannot decrypt one second factor still starts, and says whose it is', async () => {
    await withServer('one', { SECRET }, async ({ pool }) => {
      await pool.query("INSERT INTO auth_users (id, name, email) VALUES ('ada', 'Ada', 'ada@example.org')");
      await pool.query(
        "INSERT INTO auth_two_factors (id, user_id, secret, backup_codes) VALUES ('f', 'ada', 'damaged', 'damaged')",
      );
    });
    expect(await findRejection('one', { SECRET })).toBeNull();
  });
});

describe('the storage', () => {
  test('of another database is rejected before anything is cleared up in it', async () => {
    await withServer('one', { SECRET });
    const foreign = { STORAGE_URL: `file://${join(folder, 'storage')}` };
    databaseUrl = await createTestDatabase();
    const unfinished = join(folder, 'storage/incoming/unfinished');
    await writeFile(unfinished, 'of the first server');
    expect(await findRejection('two', { SECRET, ...foreign })).toContain('belongs to another database');
    expect(await readFile(unfinished, 'utf8')).toBe('of the first server');
  });

  test('that another server does not use is rejected, with what marks a restored one', async () => {
    await withServer('one', { SECRET });
    const id = (await readFile(join(folder, 'storage/storage-id'), 'utf8')).trim();
    const elsewhere = join(folder, 'elsewhere');
    const rejection = await findRejection('two', { SECRET, STORAGE_URL: `file://${elsewhere}` });
    expect(rejection).toContain(`echo ${id} > ${elsewhere}/storage-id`);
    expect(await findRejection('two', { SECRET })).toBeNull();
  });

  test('gets its id although the first start was interrupted before it had one', async () => {
    await withServer('one', { SECRET }, async ({ pool }) => {
      await pool.query('UPDATE installation SET storage_marked_at = NULL');
      await rm(join(folder, 'storage/storage-id'));
    });
    expect(await findRejection('one', { SECRET })).toBeNull();
    expect(await readFile(join(folder, 'storage/storage-id'), 'utf8')).toMatch(/^[0-9a-f-]{36}\n$/);
  });
});

describe('two servers that start together on an empty database', () => {
  const admin = { ADMIN_EMAIL: 'admin@store.example', ADMIN_PASSWORD: 'the admin passphrase' };
  test('both start, and one admin, one signing key and one push key are made', async () => {
    await runSql(
      'DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA drizzle CASCADE; DROP SCHEMA graphile_worker CASCADE',
    );
    const start = (name: string) =>
      withServer(name, { SECRET, ...admin }, async (context) => {
        await prepareFirstAdmin(context);
        await makeKeys(context);
      });
    await Promise.all([start('one'), start('two')]);
    await withServer('three', { SECRET }, async ({ pool }) => {
      const { rows } = await pool.query(`SELECT (SELECT count(*)::int FROM auth_users) AS users,
        (SELECT count(*)::int FROM auth_accounts WHERE password IS NOT NULL) AS passwords,
        (SELECT count(*)::int FROM users WHERE role = 'admin') AS admins,
        (SELECT count(*)::int FROM store_keys WHERE purpose = 'fdroid') AS signing,
        (SELECT count(*)::int FROM store_keys WHERE purpose = 'push') AS push`);
      expect(rows).toEqual([{ users: 1, passwords: 1, admins: 1, signing: 1, push: 1 }]);
    });
  });

  test('without a common secret one of them is rejected, and says so', async () => {
    const rejections = await Promise.all([findRejection('one'), findRejection('two')]);
    expect(rejections.filter((rejection) => rejection === null)).toHaveLength(1);
    expect(rejections.find((rejection) => rejection !== null)).toContain('The secret is missing');
  });

  test('each prints a link that works, until one was used', async () => {
    const links: (string | null)[] = [];
    const start = (name: string) =>
      withServer(name, { SECRET }, async (context) => {
        links.push(await prepareFirstAdmin(context));
      });
    await Promise.all([start('one'), start('two')]);
    await withServer('three', { SECRET }, async ({ pool }) => {
      const { rows } = await pool.query('SELECT token_hash FROM setup_links');
      expect(rows).toHaveLength(2);
    });
    expect(new Set(links).size).toBe(2);
  });
});
