import { expect, test } from 'vitest';
import type { Live } from '#shared/releases/live.ts';
import type { Release } from '#shared/releases/release.ts';
import type { Version } from '#shared/versions/version.ts';
import { nextStep, type StepFacts } from './next-step.ts';

const NOTHING: Live = { isPublic: false, stable: null, rollout: null, beta: null, next: null };
const newest: Pick<Version, 'id' | 'status' | 'hold'> = { id: 'v2', status: 'published', hold: null };

function rollout(status: Release['status']): Live {
  return {
    ...NOTHING,
    rollout: {
      versionId: 'v2',
      versionName: '1.1',
      versionCode: 2,
      track: 'stable',
      publication: 'immediate',
      haltRule: null,
      haltedFor: null,
      haltDispute: null,
      publishAt: null,
      percentage: 10,
      status,
      publishedAt: null,
      updatedAt: '2026-01-01T00:00:00.000Z',
    },
  };
}

const step = (change: Partial<StepFacts>, status: Version['status'] = newest.status) =>
  nextStep({ app: { status: 'published' }, live: NOTHING, role: 'owner', ...change }, { ...newest, status });

test('suggests monitoring a rollout, and resuming a halted one', () => {
  expect(step({ live: rollout('rollingOut') })).toContain('increase the rollout from 10%');
  expect(step({ live: rollout('halted') })).toContain('Resume it');
});

test('puts the app’s status before that of its newest version', () => {
  expect(step({ app: { status: 'removed' } }, 'draft')).toContain('why staff removed the app');
  expect(step({ app: { status: 'unpublished' } }, 'draft')).toContain('Publish the app again');
});

test('a viewer has no next step', () => {
  expect(step({ role: 'viewer' }, 'rejected')).toBe('You have view-only access.');
  expect(step({ role: 'maintainer' }, 'rejected')).toContain('keeps its place in the queue for 30 days');
});

test('a hold comes before what the publisher could do otherwise', () => {
  const hold = {
    subject: 'app',
    kind: 'legal',
    reason: 'A court order.',
    since: '2026-01-01T00:00:00.000Z',
    reviewAt: '2026-01-15T00:00:00.000Z',
  } as const;
  const facts: StepFacts = { app: { status: 'published' }, live: NOTHING, role: 'owner' };
  expect(nextStep(facts, { ...newest, status: 'draft', hold })).toContain('why it’s on hold');
});
