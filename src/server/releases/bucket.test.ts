import { expect, test } from 'vitest';
import { bucketOf, stableAddress } from './bucket.ts';

test('devices spread evenly, and each keeps its place', () => {
  const buckets = Array.from({ length: 5000 }, (_, at) => bucketOf('secret', { device: `10.0.${at}` }));
  expect(bucketOf('secret', { device: '10.0.7' })).toBe(buckets[7]);
  const below20 = buckets.filter((bucket) => bucket < 20).length / buckets.length;
  expect(below20).toBeGreaterThan(0.17);
  expect(below20).toBeLessThan(0.23);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8::1', '2001:db8:0:0'],
  ['fe80::1:2:3:4', 'fe80:0:0:0'],
])('of %s what stays is %s', (address, stable) => {
  expect(stableAddress(address)).toBe(stable);
});
