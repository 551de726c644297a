import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPeople } from '#test/support/seed-users.ts';
import { openTestStore, type TestStore } from '#test/support/store.ts';
import { recount, rowCount } from './counts.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store[Symbol.asyncDispose]());

/** Returns the number of users and of developers: kept, and counted. */
async function readCounts() {
  const { rows } = await store.db.execute<Record<'kept' | 'counted', number[]>>(sql`
    SELECT ARRAY[${rowCount('users')}, ${rowCount('users', 'developer')}] AS kept,
      (SELECT ARRAY[count(*)::int, (count(*) FILTER (WHERE role = 'developer'))::int] FROM users) AS counted`);
  return rows[0];
}

async function readAppCounts() {
  const { rows } = await store.db.execute<{ value: string; count: number }>(sql`
    SELECT value, sum(change)::int AS count FROM count_changes WHERE counted = 'apps' GROUP BY value`);
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}

/** Adds users, deletes some, makes the others developers, and rolls back every third change. */
async function changePeople(index: number): Promise<void> {
  const prefix = `group${index}-`;
  await insertPeople(store.pool, 10, prefix);
  await store.db
    .transaction(async (tx) => {
      await tx.execute(sql`DELETE FROM auth_users WHERE id IN (
        SELECT id FROM auth_users WHERE starts_with(id, ${prefix}) LIMIT 4)`);
      await tx.execute(sql`UPDATE users SET role = 'developer' WHERE starts_with(uid, ${prefix})`);
      if (index % 3 === 0) tx.rollback();
    })
    .catch((error: unknown) => {
      if (index % 3 !== 0) throw error;
    });
}

test('the kept numbers are the counted ones after many concurrent changes and recounts', async () => {
  await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      await changePeople(index);
      await recount(store);
    }),
  );
  expect(await readCounts()).toEqual({ kept: [220, 120], counted: [220, 120] });
  await recount(store);
  const { rows } = await store.pool.query(
    "SELECT value FROM count_changes WHERE counted = 'users' ORDER BY 1",
  );
  expect(rows.map(({ value }) => value)).toEqual(['developer', 'user']);
});

test('numbers that triggers did not keep are right after a recount', async () => {
  await store.db.transaction(async (tx) => {
    await tx.execute(sql`ALTER TABLE users DISABLE TRIGGER USER`);
    await tx.execute(sql`DELETE FROM users WHERE starts_with(uid, 'group1-')`);
    await tx.execute(sql`ALTER TABLE users ENABLE TRIGGER USER`);
  });
  expect(await readCounts()).toEqual({ kept: [220, 120], counted: [214, 114] });
  expect(await recount(store)).toBe(6);
  expect(await readCounts()).toEqual({ kept: [214, 114], counted: [214, 114] });
  expect(await recount(store)).toBe(0);
});

test('apps are counted by status, also after they change it and when they are deleted', async () => {
  await insertPeople(store.pool, 1, 'owner');
  await store.pool.query(`
    INSERT INTO apps (id, owner_uid, platform, application_id, name, status)
    SELECT 'app' || n, uid, 'android', 'org.example.app' || n, 'App', 'published'
    FROM users, generate_series(1, 3) AS n WHERE starts_with(uid, 'owner')`);
  expect(await readAppCounts()).toEqual({ published: 3 });
  await store.pool.query("UPDATE apps SET status = 'removed' WHERE id <> 'app1'");
  await store.pool.query('UPDATE apps SET name = upper(name), status = status');
  expect(await readAppCounts()).toEqual({ published: 1, removed: 2 });
  await store.pool.query("DELETE FROM apps WHERE id = 'app2'");
  expect(await readAppCounts()).toEqual({ published: 1, removed: 1 });
});

test('a table that is emptied counts nobody', async () => {
  await store.pool.query('TRUNCATE users CASCADE');
  expect(await readCounts()).toEqual({ kept: [0, 0], counted: [0, 0] });
});
