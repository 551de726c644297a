import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#test/support/postgres.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log/log.ts';
import { openDatabase } from './open.ts';

const silent = createLog('silent');

it('opens a database by its address, with all tables', async () => {
  await using database = await openDatabase(readConfig({ DATABASE_URL: await createTestDatabase() }), silent);
  const { rows } = await database.db.execute(sql`select count(*)::int as count from users`);
  expect(rows).toEqual([{ count: 0 }]);
});

it('brings an empty database up to date when several servers start at once', async () => {
  const config = readConfig({ DATABASE_URL: await createTestDatabase() });
  await using first = await openDatabase(config, silent);
  await first.pool.query('drop schema public cascade; create schema public; drop schema drizzle cascade');

  const opened = await Promise.all([1, 2, 3].map(() => openDatabase(config, silent)));
  const { rows } = await first.pool.query('select count(*)::int as count from users');
  expect(rows).toEqual([{ count: 0 }]);
  await Promise.all(opened.map((database) => database[Symbol.asyncDispose]()));
});

it('survives the loss of its connections, idle and in a transaction', async () => {
  await using database = await openDatabase(readConfig({ DATABASE_URL: await createTestDatabase() }), silent);
  const endAll = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const broken = database.db.transaction(async (tx) => {
    await database.db.execute(endAll);
    await tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow('Failed query');
  await expect(database.pool.query('select 1')).resolves.toBeDefined();
});

it('closes although a connection was never handed back', async () => {
  const database = await openDatabase(readConfig({ DATABASE_URL: await createTestDatabase() }), silent);
  await database.pool.connect();
  await expect(database[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

it.each([
  ['postgresql://u:hunter2@127.0.0.1:1/nowhere', '127.0.0.1:1/nowhere of DATABASE_URL cannot be used'],
  ['postgresql://u:hunter2@localhost/missing?host=/no/such/directory', 'DATABASE_URL cannot be used'],
])('says that %s cannot be reached, without its password', async (url, message) => {
  const opening = openDatabase(readConfig({ DATABASE_URL: url }), silent);
  await expect(opening).rejects.toThrow(message);
  await expect(opening).rejects.not.toThrow('hunter2');
});

it('reads values alike whatever formats the database prefers', async () => {
  const url = await createTestDatabase();
  const config = readConfig({ DATABASE_URL: url });
  const name = new URL(url).pathname.slice(1);
  {
    await using database = await openDatabase(config, silent);
    const settings = {
      datestyle: 'German',
      intervalstyle: 'sql_standard',
      timezone: 'Asia/Kathmandu',
      bytea_output: 'escape',
    };
    for (const [key, value] of Object.entries(settings)) {
      await database.pool.query(`ALTER DATABASE "${name}" SET ${key} = '${value}'`);
    }
  }
  await using database = await openDatabase(config, silent);
  const { rows } = await database.pool.query(`
    SELECT '2026-03-04T05:06:07Z'::timestamptz AS at, '2026-03-04T05:06:07Z'::timestamptz::text AS text,
      '\\x00ff'::bytea AS bytes, '90 minutes'::interval::text AS span`);
  expect(rows).toEqual([
    {
      at: new Date('2026-03-04T05:06:07Z'),
      text: '2026-03-04 05:06:07+00',
      bytes: Buffer.from([0, 255]),
      span: '01:30:00',
    },
  ]);
});
