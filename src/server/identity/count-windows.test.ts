import { expect, test } from 'vitest';
import { CountWindows } from './count-windows.ts';

test('counts subjects apart, and those beyond 100,000 a minute together', () => {
  let now = 0;
  const windows = new CountWindows(() => new Date(now));
  for (let subject = 0; subject < 100_000; subject += 1) windows.count(`subject ${subject}`);
  expect(windows.count('subject 7').count).toBe(2);
  expect(windows.count('one more').count).toBe(1);
  expect(windows.count('another').count).toBe(2);
  now = 60_000;
  expect(windows.count('another').count).toBe(1);
  expect(windows.count('one more').count).toBe(1);
});
