import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPeople } from '#test/support/seed-users.ts';
import { openTestStore, type TestStore } from '#test/support/store.ts';
import { recountUsers, USER_COUNT } from './count.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store[Symbol.asyncDispose]());

async function readCounts() {
  const { rows } = await store.db.execute<{ kept: number; counted: number }>(
    sql`SELECT ${USER_COUNT} AS kept, (SELECT count(*)::int FROM users) AS counted`,
  );
  return rows[0];
}

/** Adds users, deletes some, and rolls back every third change. */
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

test('the kept number is the counted one after many concurrent changes and recounts', async () => {
  await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      await changePeople(index);
      await recountUsers(store);
    }),
  );
  expect(await readCounts()).toEqual({ kept: 220, counted: 220 });
  await recountUsers(store);
  const { rows } = await store.pool.query('SELECT FROM user_count_changes');
  expect(rows).toHaveLength(1);
});

test('a number that triggers did not keep is right after a recount', async () => {
  await store.db.transaction(async (tx) => {
    await tx.execute(sql`ALTER TABLE users DISABLE TRIGGER USER`);
    await tx.execute(sql`DELETE FROM users WHERE starts_with(uid, 'group1-')`);
    await tx.execute(sql`ALTER TABLE users ENABLE TRIGGER USER`);
  });
  expect(await readCounts()).toEqual({ kept: 220, counted: 214 });
  await recountUsers(store);
  expect(await readCounts()).toEqual({ kept: 214, counted: 214 });
});

test('a table that is emptied counts nobody', async () => {
  await store.pool.query('TRUNCATE users CASCADE');
  expect(await readCounts()).toEqual({ kept: 0, counted: 0 });
});
