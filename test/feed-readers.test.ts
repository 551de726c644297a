import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/postgres.ts';
import { tooSeldom } from './faults/feed-minimum.ts';
import { readWhilePublishing } from './faults/feed-readers.ts';

test.each([
  [{ publications: 0, reads: 500, generations: 30 }, ['Only 0 publications']],
  [{ publications: 110, reads: 0, generations: 30 }, ['Only 0 reads']],
  [{ publications: 110, reads: 500, generations: 1 }, ['Only 1 generations']],
  [{ publications: 0, reads: 0, generations: 0 }, ['Only 0 pub', 'Only 0 reads', 'Only 0 gen']],
  [{ publications: 110, reads: 500, generations: 30 }, []],
])('a run that saw too little proves nothing: %o', (counts, problems) => {
  expect(tooSeldom(counts, 60)).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

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
