import { expect, test } from 'vitest';
import { bytesPerSecond, type Sample, withSample } from './transfer-rate.ts';

function samplesOf(...sent: number[]): Sample[] {
  return sent.reduce<Sample[]>(
    (all, bytes, second) => withSample(all, { at: second * 1000, sent: bytes }),
    [],
  );
}

test('nothing is said before a second has passed', () => {
  expect(bytesPerSecond([])).toBeNull();
  expect(
    bytesPerSecond([
      { at: 0, sent: 0 },
      { at: 999, sent: 500 },
    ]),
  ).toBeNull();
});

test('the speed is measured over the samples', () => {
  expect(bytesPerSecond(samplesOf(0, 100, 200))).toBe(100);
});

test('only the last eight seconds count', () => {
  const slowThenFast = samplesOf(0, 1, 2, 3, 1003, 2003, 3003, 4003, 5003, 6003, 7003, 8003);
  expect(bytesPerSecond(slowThenFast)).toBe(1000);
});

test('a standing upload has no speed', () => {
  expect(bytesPerSecond(samplesOf(50, 50, 50))).toBe(0);
});
