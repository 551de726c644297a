import { expect, test } from 'vitest';
import type { HoldNotice } from '../holds/hold.ts';
import type { Release, ReleaseState } from '../releases/release.ts';
import {
  holdOfRelease,
  shownReleaseSentence,
  shownReleaseStatus,
  shownSentence,
  shownStatus,
  shownStatuses,
} from './shown-status.ts';

type ShownHold = Parameters<typeof shownStatus>[0]['hold'];

const now = new Date('2026-03-02T12:00:00.000Z');
const stable: ReleaseState = {
  status: 'complete',
  track: 'stable',
  publication: 'immediate',
  publishAt: null,
  percentage: 100,
};

const published = (release: Partial<ReleaseState>, downloadPath: string | null = 'app.apk') => ({
  status: 'published' as const,
  release: { ...stable, ...release },
  downloadPath,
  findingCounts: { errors: 0 },
  createdAt: '2026-03-01T12:00:00.000Z',
  submittedAt: null,
  decidedAt: null,
  hold: null as ShownHold,
  publishedAt: '2026-03-02T11:00:00.000Z',
});

test.each([
  ['for everyone', published({}), 'Published', 'Available to download; published 1 hour ago.'],
  [
    'rolling out',
    published({ status: 'rollingOut', percentage: 20 }),
    'Rolling out 20%',
    'Available to 20% of devices.',
  ],
  [
    'halted',
    published({ status: 'halted', percentage: 20 }),
    'Halted',
    'Stopped at 20% of devices. Those that have it keep it.',
  ],
  [
    'for testers',
    published({ track: 'beta' }),
    'Live',
    'Available to all beta testers; published 1 hour ago.',
  ],
  ['of an unpublished app', published({}, null), 'Not live', 'Not available to download.'],
  [
    'without a release',
    { ...published({}), release: null },
    'Published',
    'Available to download; published 1 hour ago.',
  ],
  [
    'on hold',
    { ...published({}), hold: { subject: 'version' as const } },
    'On hold',
    'The store is holding this version: nobody can see or download it until the hold is lifted.',
  ],
  [
    'rejected, of an app on hold',
    { ...published({}, null), release: null, status: 'rejected' as const, hold: { subject: 'app' as const } },
    'Rejected',
    'Decided; see the reviewer’s reason.',
  ],
  [
    'approved and scheduled',
    {
      ...published(
        { status: 'scheduled', publication: 'scheduled', publishAt: '2026-03-02T14:00:00.000Z' },
        null,
      ),
      status: 'approved' as const,
    },
    'Scheduled',
    'Approved; it’s published in 2 hours.',
  ],
])('a version %s has one label and sentence', (_, version, label, sentence) => {
  expect(shownStatus(version).label).toBe(label);
  expect(shownSentence(version, now)).toBe(sentence);
});

const labelsOf = (...subject: Parameters<typeof shownStatuses>) =>
  shownStatuses(...subject).map(({ label }) => label);

test('a version that stands for its app shows the hold on either of them, once', () => {
  const [app, version] = [{ subject: 'app' }, { subject: 'version' }] as const;
  const draft = { ...published({}, null), release: null, status: 'draft' as const };
  expect(labelsOf({ hold: null }, draft)).toEqual(['Draft']);
  expect(labelsOf({ hold: app }, { ...draft, hold: app })).toEqual(['Draft', 'On hold']);
  expect(labelsOf({ hold: null }, { ...draft, hold: version })).toEqual(['On hold']);
  expect(labelsOf({ hold: app }, { ...published({}), hold: app })).toEqual(['On hold']);
});

test('a release shows the hold on its version, and that on the app of a version that isn’t loaded', () => {
  const hold: HoldNotice = {
    subject: 'app',
    kind: 'legal',
    reason: 'A court order.',
    since: '2026-03-01T12:00:00.000Z',
    reviewAt: '2026-03-15T12:00:00.000Z',
  };
  const release = { ...stable, versionId: 'v1', status: 'rollingOut', percentage: 20 } as Release;
  const ofVersion = holdOfRelease({ app: { hold: null }, versions: [{ id: 'v1', hold }] }, release);
  expect(ofVersion).toBe(hold);
  expect(holdOfRelease({ app: { hold }, versions: [] }, release)).toBe(hold);
  expect(holdOfRelease({ app: { hold: null }, versions: [{ id: 'v2', hold }] }, release)).toBeNull();
  expect(shownReleaseStatus(release, null).label).toBe('Rolling out 20%');
  expect(shownReleaseStatus(release, hold).label).toBe('On hold');
  expect(shownReleaseSentence(release, hold, now)).toContain('The store is holding this app');
});
