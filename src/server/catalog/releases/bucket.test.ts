import { expect, test } from 'vitest';
import { bucketOf } from './bucket.ts';

test('devices spread evenly, and each keeps its bucket', () => {
  const buckets = Array.from({ length: 5000 }, (_, at) => bucketOf('secret', { device: `10.0.${at}` }));
  expect(bucketOf('secret', { device: '10.0.7' })).toBe(buckets[7]);
  const below20 = buckets.filter((bucket) => bucket < 20).length / buckets.length;
  expect(below20).toBeGreaterThan(0.17);
  expect(below20).toBeLessThan(0.23);
});
