import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/postgres.ts';
import { readWhilePublishing } from './faults/feed-readers.ts';

test('readers of the feed never see half of a publication or removal while two servers publish', async () => {
  const { publications, removals, reads, diffs, generations, inconsistencies } = await readWhilePublishing({
    databaseUrl: await createTestDatabase(),
    seconds: 10,
    publicationsPerSecond: 2,
    readers: 4,
    apps: 20,
  });
  expect(inconsistencies).toEqual([]);
  expect(publications).toBeGreaterThan(5);
  expect(generations).toBeGreaterThan(1);
  expect(removals).toBeGreaterThan(0);
  expect(reads).toBeGreaterThan(4);
  expect(diffs).toBeGreaterThan(0);
});
