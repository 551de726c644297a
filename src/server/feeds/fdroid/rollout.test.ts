import { expect, test } from 'vitest';
import type { PublishedApp } from './index.ts';
import { appsFor, groupAt, groupFile, groupsOf } from './rollout.ts';

const app = (applicationId: string, ...percentages: (number | undefined)[]) =>
  ({
    applicationId,
    name: applicationId,
    summary: null,
    authorName: null,
    versions: percentages.map((percentage) => ({ percentage })),
  }) as unknown as PublishedApp;

const apps = [app('a', 20, 100), app('b', 50), app('c')];

test('every distinct percentage begins a group, and each group is offered what reaches it', () => {
  expect(groupsOf(apps)).toEqual([0, 20, 50]);
  const offered = (place: number) =>
    appsFor(apps, place).map(({ applicationId, versions }) => [applicationId, versions.length]);
  expect(offered(0)).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(offered(19)).toEqual(offered(0));
  expect(offered(20)).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  expect(offered(50)).toEqual([['a', 1]]);
});

test('a place finds its group by the files that there are', () => {
  const files = [0, 20, 50].flatMap((place) => [
    groupFile(place, 'entry.json'),
    groupFile(place, 'entry.jar'),
  ]);
  expect([0, 19, 20, 49, 50, 99].map((place) => groupAt(files, place))).toEqual([0, 0, 20, 20, 50, 50]);
  expect(groupAt(['entry.json'], 99)).toBe(0);
});
