import { expect, test } from 'vitest';
import { axisText, countTicks, dayText, labelledBars } from './chart-scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [9, [0, 5, 10]],
  [40, [0, 10, 20, 30, 40]],
  [1234, [0, 500, 1000, 1500]],
])('an axis up to %d has whole ticks that reach it', (highest, ticks) => {
  expect(countTicks(highest)).toEqual(ticks);
});

test.each([
  [1, [0]],
  [2, [0, 1]],
  [7, [0, 2, 3, 5, 6]],
  [30, [0, 7, 15, 22, 29]],
])('%d bars are labelled at both ends', (bars, labelled) => {
  expect(labelledBars(bars)).toEqual(labelled);
});

test('an axis of a year shows the years of its ends', () => {
  expect([axisText('2025-02-01', 365), axisText('2026-01-31', 365)]).toEqual(['Feb 2025', 'Jan 2026']);
  expect(axisText('2026-01-31', 90)).toBe('Jan 31');
});

test('a day is shown as it is in UTC', () => {
  expect(dayText('2026-01-31')).toBe('Jan 31');
});
