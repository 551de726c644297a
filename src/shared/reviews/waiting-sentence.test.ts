import { expect, test } from 'vitest';
import { waitingSentence } from './waiting-sentence.ts';

test('makes no estimate from a few decisions', () => {
  expect(waitingSentence({ decisions: 4, medianSeconds: 10, p90Seconds: 20 })).toContain(
    'Not enough recent reviews',
  );
  expect(waitingSentence({ decisions: 0, medianSeconds: null, p90Seconds: null })).toContain(
    'Not enough recent reviews',
  );
});

test('gives the median and the 90th percentile from enough decisions', () => {
  expect(waitingSentence({ decisions: 40, medianSeconds: 6.5 * 3600, p90Seconds: 2 * 86_400 })).toBe(
    'Of the last 40 reviews, half took up to 6 hours and 90% up to 2 days.',
  );
});

test('calls every time below a minute a minute', () => {
  expect(waitingSentence({ decisions: 40, medianSeconds: 0.4, p90Seconds: 59 })).toBe(
    'Of the last 40 reviews, half took up to 1 minute and 90% up to 1 minute.',
  );
});
