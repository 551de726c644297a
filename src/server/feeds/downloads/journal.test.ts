import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Services } from '#server/platform/services.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import type { Context } from '../../platform/context.ts';
import { downloadJournal } from './journal.ts';
import { JournalFile, readJournals } from './journal-file.ts';
import { storeBatch } from './store-batch.ts';

let store: TestStore;
let versionId: string;
let directory: string;
beforeEach(async () => {
  store = await openTestStore();
  ({ versionId } = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 }));
  directory = join(store.config.dataDir, 'downloads');
});
afterEach(() => store[Symbol.asyncDispose]());

const download = () => ({ versionId, day: '2026-03-01', client: 'fdroid' }) as const;
const count = (context: Context = store) => store.services.get(downloadJournal).count(context, download());
const flush = () => store.services.get(downloadJournal).flush();
/** Starts the journal of the next process of this data directory. */
async function restart() {
  await using services = new Services();
  await services.get(downloadJournal).recover(store);
}
async function counted(): Promise<number> {
  const { rows } = await store.pool.query('SELECT coalesce(sum(count), 0)::int AS count FROM downloads');
  return rows[0].count;
}
const files = () => readdir(directory);

test('stores what was counted together, and leaves nothing behind', async () => {
  await Promise.all(Array.from({ length: 500 }, () => count()));
  await flush();
  expect(await counted()).toBe(500);
  expect(await files()).toEqual([]);
  expect((await store.pool.query('SELECT FROM download_batches')).rows).toEqual([]);
});

test('stores it by itself after a second', async () => {
  await count();
  await expect.poll(counted).toBe(1);
});

test('a killed process loses nothing that it had counted', async () => {
  // Nothing is ended or stored, as if the process had gone.
  const journal = new JournalFile(directory);
  await Promise.all(Array.from({ length: 20 }, () => journal.add(download())));
  await restart();
  expect(await counted()).toBe(20);
  expect(await files()).toEqual([]);
  // A process that is gone has no open file either.
  await journal.end();
});

test('a process that is killed after storing, but before deleting its file, counts nothing twice', async () => {
  const journal = new JournalFile(directory);
  await journal.add(download());
  await storeBatch(store.pool, await journal.end());
  expect(await files()).toHaveLength(1);
  await restart();
  expect(await counted()).toBe(1);
  expect(await files()).toEqual([]);
});

test('counts after the database failed, once', async () => {
  const fail = () => Promise.reject(new Error('the database is gone'));
  const failing = { ...store.jobs, pool: Object.assign(Object.create(store.jobs.pool), { query: fail }) };
  await count({ ...store, jobs: failing });
  await flush();
  expect([await counted(), await files()]).toEqual([0, [expect.stringMatching(/\.jsonl$/)]]);
  await count();
  await flush();
  expect([await counted(), await files()]).toEqual([2, []]);
});

test('counts although its file can’t be written, and says so', async () => {
  await appendFile(directory, 'not a directory');
  await expect(count()).rejects.toThrow(/EEXIST|ENOTDIR/);
  await flush();
  expect(await counted()).toBe(1);
});

test('counts a network once, also when two servers store it at once and after a kill', async () => {
  const network = { onDay: 'a', ofRollout: 'b', wide: 'c' };
  const journals = [new JournalFile(directory), new JournalFile(directory)];
  for (const journal of journals) {
    for (const client of ['fdroid', 'fdroid', 'browser'] as const) {
      await journal.add({ ...download(), client, network });
    }
  }
  const batches = await readJournals(directory);
  await Promise.all(batches.map((batch) => storeBatch(store.pool, batch)));
  expect(await counted()).toBe(1);
  await Promise.all(journals.map((journal) => journal.end()));
});

test('ignores damaged and unfinished lines', async () => {
  await mkdir(directory);
  const good = JSON.stringify([versionId, '2026-03-01', 'fdroid']);
  const lines = [good, '', '{}', '["x"]', JSON.stringify([versionId, '2026-13-01', 'fdroid'])];
  const unknown = JSON.stringify([versionId, '2026-03-01', 'nobody']);
  await appendFile(join(directory, 'a.jsonl'), [...lines, unknown, good, good.slice(0, -1)].join('\n'));
  await appendFile(join(directory, 'note.txt'), 'not a journal');
  expect(await readJournals(directory)).toEqual([
    { id: 'a', downloads: [{ ...download(), count: 2 }], ofNetworks: [] },
  ]);
});

test('keeps no more than version, day and kind of client', async () => {
  const journal = new JournalFile(directory);
  await journal.add(download());
  const text = await readFile(join(directory, `${journal.id}.jsonl`), 'utf8');
  expect(text.trim()).toBe(JSON.stringify([versionId, '2026-03-01', 'fdroid']));
  await journal.end();
});
