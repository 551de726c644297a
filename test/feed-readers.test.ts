import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/postgres.ts';
import { readWhilePublishing } from './faults/feed-readers.ts';

test('readers of the feed never see half of a publication or removal while two servers publish', async () => {
  const { inconsistencies } = await readWhilePublishing({
    databaseUrl: await createTestDatabase(),
    // Enough to meet changes under way; a slow machine takes longer for as many.
    isEnough: ({ publications, removals, reads, diffs, generations }) =>
      publications >= 12 && removals >= 2 && reads >= 12 && diffs >= 4 && generations >= 3,
    publicationsPerSecond: 2,
    readers: 4,
    apps: 20,
  });
  expect(inconsistencies).toEqual([]);
});
