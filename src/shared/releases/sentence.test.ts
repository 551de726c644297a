import { expect, test } from 'vitest';
import type { Release } from './release.ts';
import { releaseSentence } from './sentence.ts';

const now = new Date('2026-02-01T12:00:00Z');
const release: Release = {
  versionId: 'v',
  versionName: '1.0',
  versionCode: 1,
  track: 'stable',
  publication: 'atOnce',
  publishAt: null,
  percentage: 25,
  state: 'inReview',
  publishedAt: null,
  updatedAt: '2026-02-01T00:00:00.000Z',
};
const said = (change: Partial<Release>) => releaseSentence({ ...release, ...change }, now);

test('before its publication a release says when that is', () => {
  expect(said({})).toBe('Once approved, it is published at once.');
  expect(said({ publication: 'manual' })).toBe('Once approved, it is published when its publisher says so.');
  const atDate = { publication: 'atDate', publishAt: '2026-02-03T13:00:00Z' } as const;
  expect(said({ ...atDate, state: 'scheduled' })).toBe('Approved; published in 2 days.');
  expect(said({ ...atDate, publishAt: '2026-01-03T13:00:00Z' })).toBe(
    'Once approved, it is published at once.',
  );
});

test('a rollout says how far it is', () => {
  expect(said({ state: 'rollingOut' })).toBe('Offered to 25% of devices.');
  expect(said({ state: 'halted' })).toContain('nobody new');
  expect(said({ state: 'complete', publishedAt: '2026-02-01T09:00:00Z' })).toBe(
    'Offered to every device; published 3 hours ago.',
  );
});
