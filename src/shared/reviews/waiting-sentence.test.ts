import { expect, test } from 'vitest';
import { waitingSentence } from './waiting-sentence.ts';

test('a few decisions are no measure', () => {
  expect(waitingSentence({ decisions: 4, medianSeconds: 10, p90Seconds: 20 })).toContain('too little');
  expect(waitingSentence({ decisions: 0, medianSeconds: null, p90Seconds: null })).toContain('too little');
});

test('enough of them say how long half and nine of ten took', () => {
  expect(waitingSentence({ decisions: 40, medianSeconds: 6.5 * 3600, p90Seconds: 2 * 86_400 })).toBe(
    'Of the last 40 decisions, half came within about 6 hours, nine of ten within about 2 days.',
  );
});
