import { expect, test } from 'vitest';
import { bytesPerSecond, type Sample, withSample } from './transfer-rate.ts';

function samplesOf(...sent: number[]): Sample[] {
  return sent.reduce<Sample[]>(
    (all, bytes, second) => withSample(all, { at: second * 1000, sent: bytes }),
    [],
  );
}

test('has no speed during the first second', () => {
  expect(bytesPerSecond([])).toBeNull();
  expect(
    bytesPerSecond([
      { at: 0, sent: 0 },
      { at: 999, sent: 500 },
    ]),
  ).toBeNull();
});

test('measures the speed over the samples', () => {
  expect(bytesPerSecond(samplesOf(0, 100, 200))).toBe(100);
});

test('uses only the last eight seconds', () => {
  const slowThenFast = samplesOf(0, 1, 2, 3, 1003, 2003, 3003, 4003, 5003, 6003, 7003, 8003);
  expect(bytesPerSecond(slowThenFast)).toBe(1000);
});

test('has no speed for a stalled upload', () => {
  expect(bytesPerSecond(samplesOf(50, 50, 50))).toBe(0);
});
