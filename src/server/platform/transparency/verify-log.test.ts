import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '#test/support/store.ts';
import { findCheckpoint, signNewCheckpoint, treeOf, verifyStoredLog } from './checkpoints.ts';
import { hashesOf, readLog, readLogSize } from './read-log.ts';
import { verifyLog } from './verify-log.ts';

const ROWS = 600;

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
  await addRows(ROWS - 20);
  await signNewCheckpoint(store);
  await addRows(20);
  await signNewCheckpoint(store);
  await asSuperuser(
    'CREATE TABLE kept_events AS SELECT * FROM audit_events',
    'CREATE TABLE kept_chain AS SELECT * FROM audit_chain',
  );
});
afterAll(() => store[Symbol.asyncDispose]());
afterEach(() =>
  asSuperuser(
    'DELETE FROM audit_events',
    'DELETE FROM audit_chain',
    'INSERT INTO audit_events SELECT * FROM kept_events',
    'INSERT INTO audit_chain SELECT * FROM kept_chain',
  ),
);

const addRows = (count: number) =>
  store.pool.query(
    `INSERT INTO audit_events (event, actor_uid, app_id, details, facts)
     SELECT 'app.created', 'u' || n, 'a' || n, jsonb_build_object('name', 'App “' || n || E'”\\n'), '{"n": 1, "a": null, "bé": "\\"ü"}'
     FROM generate_series(1, $1::int) AS n`,
    [count],
  );

/** Runs statements without triggers, as only a superuser can. */
async function asSuperuser(...statements: readonly string[]): Promise<void> {
  const client = await store.pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
}

/** Ids depend on the tests before. */
const withoutIds = (problem: string) => problem.replace(/event \d+/, 'event N');

const problemsOf = async () => (await verifyStoredLog(store)).problems;

test('an unaltered log is valid and matches its checkpoints', async () => {
  expect(await verifyStoredLog(store)).toMatchObject({
    size: ROWS,
    covered: ROWS,
    erased: 0,
    problemCount: 0,
  });
  expect((await findCheckpoint(store))?.root).toEqual(await treeOf(store, ROWS).root());
  expect(await hashesOf(store.db)(1, 0, 10)).toHaveLength(2);
});

const REWRITE_ALL_FROM_10 = `
  DO $$
  DECLARE place bigint; previous bytea; line text;
  BEGIN
    SELECT hash INTO previous FROM audit_chain WHERE position = 9;
    FOR place IN 10..${ROWS - 1} LOOP
      SELECT audit_entry(e, place, previous) INTO line FROM audit_events e JOIN audit_chain c ON c.event_id = e.id WHERE c.position = place;
      previous := sha256('\\x00'::bytea || convert_to(line, 'UTF8'));
      UPDATE audit_chain SET entry = line, hash = previous WHERE position = place;
    END LOOP;
  END $$`;

describe('finds', () => {
  const at = (position: number) => `(SELECT event_id FROM audit_chain WHERE position = ${position})`;

  test.each([
    [
      'another event',
      [`UPDATE audit_events SET event = 'app.deleted' WHERE id = ${at(300)}`],
      ['Row 300 (app.created): event altered.'],
    ],
    [
      'another time and app',
      [`UPDATE audit_events SET at = now(), app_id = NULL WHERE id = ${at(0)}`],
      ['Row 0 (app.created): at, appId altered.'],
    ],
    [
      'other facts',
      [`UPDATE audit_events SET facts = '{"n": 2}' WHERE id = ${at(7)}`],
      ['Row 7 (app.created): facts altered.'],
    ],
    [
      'another actor',
      [`UPDATE audit_events SET actor_uid = 'x' WHERE id = ${at(7)}`],
      ['Row 7 (app.created): people altered.'],
    ],
    [
      'other details',
      [`UPDATE audit_events SET details = '{"name": "x"}' WHERE id = ${at(7)}`],
      ['Row 7 (app.created): details altered.'],
    ],
    [
      'details whose salt was deleted',
      [`UPDATE audit_events SET details_salt = NULL WHERE id = ${at(7)}`],
      ['Row 7 (app.created): details altered.'],
    ],
    ['a deleted event', [`DELETE FROM audit_events WHERE id = ${at(8)}`], ['Row 8: its event is missing.']],
    [
      'a deleted row',
      [`DELETE FROM audit_chain WHERE position = 8`],
      ['Row 8 is missing.', 'The event N (app.created) was added without the chain.'],
    ],
    [
      'a row that was moved far away',
      [`UPDATE audit_chain SET position = 1000000000000 WHERE position = ${ROWS - 1}`],
      [
        `Rows ${ROWS - 1} to 999999999999 are missing.`,
        `Row 1000000000000 was moved: it was written as row ${ROWS - 1}.`,
      ],
    ],
    [
      'deleted rows at the end',
      [`DELETE FROM audit_events WHERE id >= ${at(590)}`, 'DELETE FROM audit_chain WHERE position >= 590'],
      [`Rows 590 to ${ROWS - 1} are missing: a checkpoint covers ${ROWS} rows.`],
    ],
    [
      'an event without the chain',
      ["INSERT INTO audit_events (event) VALUES ('app.removed')"],
      ['The event N (app.removed) was added without the chain.'],
    ],
    [
      'exchanged rows',
      [
        'UPDATE audit_chain SET position = -1 WHERE position = 20',
        'UPDATE audit_chain SET position = 20 WHERE position = 21',
        'UPDATE audit_chain SET position = 21 WHERE position = -1',
      ],
      [
        'Row 20 was moved: it was written as row 21.',
        'Row 21 was moved: it was written as row 20.',
        'Row 22 doesn’t follow the row before it: one of them was altered.',
      ],
    ],
    [
      'an altered entry',
      [`UPDATE audit_chain SET entry = replace(entry, 'created', 'removed') WHERE position = 30`],
      ['Row 30: its entry was altered.'],
    ],
    [
      'an entry that was rewritten with its hash',
      [
        `UPDATE audit_events SET event = 'app.removed' WHERE id = ${at(30)}`,
        `UPDATE audit_chain c SET entry = audit_entry(e, 30, (SELECT hash FROM audit_chain WHERE position = 29)) FROM audit_events e WHERE position = 30 AND e.id = event_id`,
        `UPDATE audit_chain SET hash = sha256('\\x00'::bytea || convert_to(entry, 'UTF8')) WHERE position = 30`,
      ],
      ['Row 31 doesn’t follow the row before it: one of them was altered.'],
    ],
    [
      'a chain that was rewritten to its end',
      [`UPDATE audit_events SET event = 'app.removed' WHERE id = ${at(30)}`, REWRITE_ALL_FROM_10],
      [
        `The log doesn’t match its checkpoint of size ${ROWS - 20}: rows 0 to ${ROWS - 21} contain one that was altered, removed or moved together with all that follow it.`,
      ],
    ],
  ])('%s', async (_, statements, expected) => {
    await asSuperuser(...statements);
    const problems = await problemsOf();
    expect(problems.map(withoutIds)).toEqual(expected);
    expect((await signNewCheckpoint(store)).problemCount).toBe(expected.length);
    expect((await findCheckpoint(store))?.size).toBe(ROWS);
  });

  test('a checkpoint that the store didn’t sign', async () => {
    await asSuperuser(
      `CREATE TABLE kept_checkpoints AS SELECT * FROM audit_checkpoints`,
      `UPDATE audit_checkpoints SET note = replace(note, '${ROWS}', '${ROWS - 1}') WHERE size = ${ROWS}`,
    );
    expect(await problemsOf()).toEqual([
      `Checkpoint of size ${ROWS}: The signature of the checkpoint is wrong.`,
    ]);
    await asSuperuser(
      'DELETE FROM audit_checkpoints',
      'INSERT INTO audit_checkpoints SELECT * FROM kept_checkpoints',
      'DROP TABLE kept_checkpoints',
    );
  });

  test('many problems, of which it tells the first', async () => {
    await asSuperuser("UPDATE audit_events SET event = 'x'");
    const { problems, problemCount } = await verifyStoredLog(store);
    expect([problems.length, problemCount]).toEqual([50, ROWS]);
  });
});

test('an empty log is valid', async () => {
  await using empty = await openTestStore();
  expect(await readLogSize(empty.db)).toBe(0);
  expect(await verifyLog(readLog(empty.db, 0), { size: 0, checkpoints: [] })).toMatchObject({
    size: 0,
    problemCount: 0,
  });
  await signNewCheckpoint(empty);
  expect(await findCheckpoint(empty)).toBeNull();
});
