import { expect, test } from 'vitest';
import { durationText } from './progress.tsx';

test.each([
  [0, '1 s'],
  [59.4, '59 s'],
  [60, '1 min'],
  [3599, '1 h'],
  [7500, '2 h 5 min'],
])('%d seconds read as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
