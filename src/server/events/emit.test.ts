import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EVENT_NAMES } from '#shared/events.ts';
import { openTestStore, type TestStore } from '#test/support/store.ts';
import { type EmittedEvent, emit, on, setSubscribers } from './emit.ts';

const EVENT = {
  name: 'user.suspended',
  by: 'an admin',
  uid: 'someone',
  details: { reason: 'Spam.' },
} as const;

describe('emit', () => {
  let store: TestStore;
  let received: EmittedEvent[];
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store[Symbol.asyncDispose]());
  beforeEach(() => {
    received = [];
    setSubscribers([
      on({
        'user.suspended': async (_tx, event) => {
          received.push(event);
        },
        'user.verified': async () => {
          throw new Error('the subscriber failed');
        },
      }),
    ]);
  });

  const readLog = async (uid: string) =>
    (await store.pool.query('SELECT * FROM audit_events WHERE subject_uid = $1', [uid])).rows;

  test('writes the audit log and hands the event to its subscribers', async () => {
    await store.db.transaction((tx) => emit(tx, EVENT));
    const [row] = await readLog('someone');
    expect(row).toMatchObject({
      event: 'user.suspended',
      actor_uid: 'an admin',
      subject_uid: 'someone',
      details: { reason: 'Spam.' },
    });
    expect(received).toEqual([{ ...EVENT, at: row.at }]);
  });

  test('leaves nothing behind when a subscriber fails', async () => {
    const event = { name: 'user.verified', by: 'an admin', uid: 'unlucky' } as const;
    await expect(store.db.transaction((tx) => emit(tx, event))).rejects.toThrow('the subscriber failed');
    expect(await readLog('unlucky')).toEqual([]);
  });

  test('keeps only the details that the event declares', async () => {
    const details = { reason: 'Spam.', password: 'a secret' };
    await store.db.transaction((tx) => emit(tx, { ...EVENT, uid: 'careful', details }));
    expect((await readLog('careful'))[0].details).toEqual({ reason: 'Spam.' });
  });
});

test('every declared event is emitted', () => {
  const src = fileURLToPath(new URL('../../', import.meta.url));
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^shared.events\.ts$|[\\/]events\.ts$/.test(path))
    .map((path) => readFileSync(join(src, path), 'utf8'))
    .join('\n');
  expect(EVENT_NAMES.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
});
