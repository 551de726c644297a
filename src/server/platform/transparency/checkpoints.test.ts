import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '#test/support/store.ts';
import { findVerifierKey } from './audit-key.ts';
import { namesKey } from './checkpoint.ts';
import { findCheckpoint, signNewCheckpoint, verifyStoredLog } from './checkpoints.ts';
import { describeVerification } from './verify-export.ts';

/* A store whose key of the audit log was lost and deleted, as the start-up error explains. */

let store: TestStore;
let lostKey: string;
beforeEach(async () => {
  store = await openTestStore();
  await signRows(3);
  await signRows(2);
  lostKey = (await findVerifierKey(store)) ?? '';
  await store.pool.query("DELETE FROM store_keys WHERE purpose = 'audit'");
});
afterEach(() => store[Symbol.asyncDispose]());

async function signRows(count: number) {
  await store.pool.query(
    "INSERT INTO audit_events (event) SELECT 'app.created' FROM generate_series(1, $1::int)",
    [count],
  );
  return signNewCheckpoint(store);
}

/** Changes checkpoints as only a superuser can: without triggers. */
async function tamper(statement: string): Promise<void> {
  const client = await store.pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(statement);
  } finally {
    client.release(true);
  }
}

test('signs with a new key, and compares earlier checkpoints by size and root', async () => {
  const before = await verifyStoredLog(store);
  expect(before).toMatchObject({ size: 5, covered: 5, problems: [], signedByEarlierKey: 2 });

  expect(await signRows(1)).toMatchObject({ covered: 6, problemCount: 0, signedByEarlierKey: 2 });
  const key = (await findVerifierKey(store)) ?? '';
  expect(key).not.toBe(lostKey);
  const checkpoint = await findCheckpoint(store);
  expect(checkpoint?.size).toBe(6);
  expect([key, lostKey].map((one) => namesKey(checkpoint?.note ?? '', one))).toEqual([true, false]);

  const verification = await verifyStoredLog(store);
  expect(verification).toMatchObject({ size: 6, covered: 6, problems: [], signedByEarlierKey: 2 });
  expect(describeVerification(verification, verification.signedByEarlierKey)).toMatch(
    /is valid.*matches its checkpoint of 6 rows.*Checkpoints signed by an earlier key: 2\..*can’t be checked/s,
  );
  expect(await signRows(1)).toMatchObject({ covered: 7, problemCount: 0 });
});

test('finds an earlier checkpoint of another root', async () => {
  const root = Buffer.alloc(32).toString('base64');
  await tamper(
    `UPDATE audit_checkpoints SET note = regexp_replace(note, '\\n5\\n[^\\n]+', E'\\n5\\n${root}')`,
  );
  const { problems, size } = await signRows(1);
  expect(size).toBe(6);
  expect(problems).toEqual([expect.stringContaining('The log doesn’t match its checkpoint of size 5')]);
  expect((await findCheckpoint(store))?.size).toBe(5);
});

test.each([
  ['another size', "replace(note, E'\\n5\\n', E'\\n4\\n')", 'The checkpoint is of another size.'],
  ['no signature', "split_part(note, '—', 1)", 'The checkpoint isn’t signed.'],
  ['no content', "'nothing'", 'The checkpoint isn’t a signed note.'],
])('finds an earlier checkpoint with %s', async (_, note, problem) => {
  await tamper(`UPDATE audit_checkpoints SET note = ${note} WHERE size = 5`);
  expect((await verifyStoredLog(store)).problems).toEqual([`Checkpoint of size 5: ${problem}`]);
});

test('accepts no other key after the first checkpoint of the current one', async () => {
  await signRows(1);
  await signRows(1);
  await tamper(`
    UPDATE audit_checkpoints c SET note = replace(e.note, E'\\n5\\n', E'\\n7\\n')
    FROM audit_checkpoints e WHERE c.size = 7 AND e.size = 5`);
  expect((await verifyStoredLog(store)).problems).toEqual([
    'Checkpoint of size 7: The checkpoint isn’t signed by this key.',
  ]);
});
