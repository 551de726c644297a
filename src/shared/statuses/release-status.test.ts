import { expect, test } from 'vitest';
import type { Release } from '../releases/release.ts';
import { releaseSentence } from './release-status.ts';

const now = new Date('2026-02-01T12:00:00Z');
const release: Release = {
  versionId: 'v',
  versionName: '1.0',
  versionCode: 1,
  track: 'stable',
  publication: 'immediate',
  haltRule: null,
  haltedFor: null,
  haltDispute: null,
  publishAt: null,
  percentage: 25,
  status: 'inReview',
  publishedAt: null,
  updatedAt: '2026-02-01T00:00:00.000Z',
};
const said = (change: Partial<Release>) => releaseSentence({ ...release, ...change }, now);

test('a release that is not published yet says when it will be', () => {
  expect(said({})).toBe('Once approved, it’s published immediately.');
  expect(said({ publication: 'manual' })).toBe('Once approved, it’s published manually.');
  const scheduled = { publication: 'scheduled', publishAt: '2026-02-03T13:00:00Z' } as const;
  expect(said({ ...scheduled, status: 'scheduled' })).toBe('Approved; it’s published in 2 days.');
  expect(said({ ...scheduled, publishAt: '2026-01-03T13:00:00Z' })).toBe(
    'Once approved, it’s published immediately.',
  );
});

test('a rollout says its percentage', () => {
  expect(said({ status: 'rollingOut' })).toBe('Available to 25% of devices.');
  expect(said({ status: 'halted' })).toContain('Stopped at');
  expect(said({ status: 'complete', publishedAt: '2026-02-01T09:00:00Z' })).toBe(
    'Available to all devices; published 3 hours ago.',
  );
});
