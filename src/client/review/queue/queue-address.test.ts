import { expect, test } from 'vitest';
import { queuedReviewHref, readQueueFilter } from './queue-address.ts';

test('reads the filters of the queue from an address, without values that do not exist', () => {
  const params = new URLSearchParams(
    'view=queue&q=Ada&sort=name&reviewer=me&change=ever&platform=&has=overdue',
  );
  expect(readQueueFilter(params)).toEqual({ query: 'Ada', sort: 'name', reviewer: 'me', has: 'overdue' });
  expect(readQueueFilter(new URLSearchParams({ q: 'a'.repeat(201) }))).toEqual({});
});

test('a review from the queue keeps its filters in the address', () => {
  const params = new URLSearchParams('view=queue&q=Ada&platform=ios&version=v1');
  expect(queuedReviewHref(params, 'v2')).toBe('/admin?view=queue&q=Ada&platform=ios&version=v2');
});
