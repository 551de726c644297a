import { expect, test } from 'vitest';
import type { Live } from '#shared/releases/live.ts';
import type { Release } from '#shared/releases/release.ts';
import type { Version } from '#shared/versions/version.ts';
import { nextStep, type StepFacts } from './next-step.ts';

const NOTHING: Live = { isPublic: false, stable: null, rollout: null, beta: null, next: null };
const newest: Pick<Version, 'id' | 'status'> = { id: 'v2', status: 'published' };

function rollout(state: Release['state']): Live {
  return {
    ...NOTHING,
    rollout: {
      versionId: 'v2',
      versionName: '1.1',
      versionCode: 2,
      track: 'stable',
      publication: 'atOnce',
      publishAt: null,
      percentage: 10,
      state,
      publishedAt: null,
      updatedAt: '2026-01-01T00:00:00.000Z',
    },
  };
}

const step = (change: Partial<StepFacts>, status: Version['status'] = newest.status) =>
  nextStep({ app: { status: 'published' }, live: NOTHING, role: 'owner', ...change }, { ...newest, status });

test('a rollout is to be watched, a halted one resumed', () => {
  expect(step({ live: rollout('rollingOut') })).toContain('raise its share of 10%');
  expect(step({ live: rollout('halted') })).toContain('Resume it');
});

test('the state of the app comes before that of its newest version', () => {
  expect(step({ app: { status: 'removed' } }, 'draft')).toContain('why the store removed the app');
  expect(step({ app: { status: 'unpublished' } }, 'draft')).toContain('Publish the app again');
});

test('who reads along has nothing to do', () => {
  expect(step({ role: 'viewer' }, 'rejected')).toBe('Nothing: you read along.');
  expect(step({ role: 'maintainer' }, 'rejected')).toContain('keeps its place for 30 days');
});
