import { expect, test } from 'vitest';
import type { PublishedApp } from '../fdroid/index.ts';
import { groupAt, groupFile, splitByBucket } from './rollout.ts';

const app = (applicationId: string, ...percentages: (number | undefined)[]) =>
  ({
    applicationId,
    name: applicationId,
    summary: null,
    authorName: null,
    versions: percentages.map((percentage) => ({ percentage })),
  }) as unknown as PublishedApp;

const offered = (...percentages: (number | undefined)[]) =>
  splitByBucket(app('a', ...percentages)).map(({ beginsAt, endsAt, app: { versions } }) => [
    beginsAt,
    endsAt,
    versions.length,
  ]);

test('starts a range of buckets at every distinct percentage', () => {
  expect(offered(undefined)).toEqual([[0, 100, 1]]);
  expect(offered(20, 100)).toEqual([
    [0, 20, 2],
    [20, 100, 1],
  ]);
  expect(offered(20, 50, undefined)).toEqual([
    [0, 20, 3],
    [20, 50, 2],
    [50, 100, 1],
  ]);
});

test('leaves out buckets that get no version', () => {
  expect(offered(50)).toEqual([[0, 50, 1]]);
});

test('finds the group of a bucket by the existing files', () => {
  const files = [0, 20, 50].flatMap((bucket) => [
    groupFile(bucket, 'entry.json'),
    groupFile(bucket, 'entry.jar'),
  ]);
  expect([0, 19, 20, 49, 50, 99].map((bucket) => groupAt(files, bucket))).toEqual([0, 0, 20, 20, 50, 50]);
  expect(groupAt(['entry.json'], 99)).toBe(0);
});
