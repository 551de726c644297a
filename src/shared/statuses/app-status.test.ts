import { expect, test } from 'vitest';
import {
  APP_ACTIONS,
  type AppAction,
  appDenialReason,
  appSentence,
  appStatusSchema,
  publishingDenialReason,
} from './app-status.ts';

test('allows what the records allow and nothing else', () => {
  for (const action of Object.keys(APP_ACTIONS) as AppAction[]) {
    const { from, who } = APP_ACTIONS[action];
    for (const status of appStatusSchema.options) {
      for (const actor of ['publisher', 'admin', 'system'] as const) {
        const allowed = from.includes(status) && who.includes(actor);
        expect(appDenialReason({ action, status, actor }) === null).toBe(allowed);
      }
    }
  }
});

test('explains denials in plain words', () => {
  expect(appDenialReason({ action: 'remove', status: 'published', actor: 'publisher' })).toBe(
    'Only store staff can do this.',
  );
  expect(appDenialReason({ action: 'republish', status: 'removed', actor: 'publisher' })).toBe(
    'This app was removed from the store, so it can’t be published again.',
  );
  expect(publishingDenialReason('unpublished')).toBe('This app is unpublished. Publish it again first.');
  expect(publishingDenialReason('draft')).toBeNull();
});

const latest = { versionName: '1.2', release: null, hold: null };
const live = { versionName: '1.2', release: null };

test('an app without a version says so', () => {
  expect(appSentence({ hold: null, status: 'draft', latestVersion: null, liveVersion: null })).toBe(
    'Not published yet; no versions uploaded.',
  );
});

test('adds nothing when the newest version is the published one', () => {
  expect(
    appSentence({
      hold: null,
      status: 'published',
      latestVersion: { ...latest, status: 'published' },
      liveVersion: live,
    }),
  ).toBe('Available to download.');
});

test('names the newest version when it is another one', () => {
  expect(
    appSentence({
      hold: null,
      status: 'published',
      latestVersion: { ...latest, status: 'submitted' },
      liveVersion: live,
    }),
  ).toBe('Available to download; version 1.2 is waiting for review.');
});

test('a version before inspection has no name', () => {
  const unread = { ...latest, versionName: null, versionCode: null, status: 'uploading' } as const;
  expect(appSentence({ hold: null, status: 'draft', latestVersion: unread, liveVersion: null })).toBe(
    'Not published yet; the newest version isn’t fully uploaded.',
  );
});

const release = {
  track: 'stable',
  publication: 'immediate',
  publishAt: null,
  percentage: 20,
  status: 'rollingOut',
} as const;
const rollout = { ...latest, status: 'published', release } as const;
const halted = { ...rollout, release: { ...release, status: 'halted' } } as const;
const draft = { ...latest, versionName: '1.3', status: 'draft' } as const;
const published = { hold: null, status: 'published' } as const;

test('never calls an app available to everyone while its newest version is rolling out', () => {
  expect(appSentence({ ...published, latestVersion: rollout, liveVersion: live })).toBe(
    'Version 1.2 is rolling out to 20% of devices.',
  );
  expect(appSentence({ ...published, latestVersion: halted, liveVersion: live })).toBe(
    'Version 1.2 is halted.',
  );
  expect(appSentence({ hold: null, status: 'unpublished', latestVersion: rollout, liveVersion: null })).toBe(
    'Not available to download.',
  );
});

test.each([
  ['rolling out', rollout, 'Available to 20% of devices.'],
  ['halted', halted, 'Not available to new installs; version 1.2 is halted.'],
  [
    'for some beta testers',
    { ...rollout, release: { ...release, track: 'beta' } },
    'Available to 20% of beta testers.',
  ],
  [
    'for all beta testers',
    { ...rollout, release: { ...release, track: 'beta', percentage: 100, status: 'complete' } },
    'Available to all beta testers.',
  ],
] as const)('says who gets an app whose only version is %s, also below a draft', (_, only, sentence) => {
  expect(appSentence({ ...published, latestVersion: only, liveVersion: only })).toBe(sentence);
  const availability = sentence.split(/[;.]/, 1)[0];
  expect(appSentence({ ...published, latestVersion: draft, liveVersion: only })).toBe(
    `${availability}; version 1.3 is a draft.`,
  );
});

test('says who gets a beta beside the version for everyone', () => {
  const beta = { ...rollout, release: { ...release, track: 'beta' } } as const;
  expect(appSentence({ ...published, latestVersion: beta, liveVersion: live })).toBe(
    'Version 1.2 is rolling out to 20% of beta testers.',
  );
  const complete = { ...beta, release: { ...beta.release, percentage: 100, status: 'complete' } } as const;
  expect(appSentence({ ...published, latestVersion: complete, liveVersion: live })).toBe(
    'Version 1.2 is available to all beta testers.',
  );
});

test('a published app of which nothing can be downloaded says so', () => {
  expect(appSentence({ ...published, latestVersion: draft, liveVersion: null })).toBe(
    'Not available to download; version 1.3 is a draft.',
  );
});

test('says that the newest version is on hold, and nothing of earlier ones', () => {
  const held = { ...latest, status: 'published', hold: { subject: 'version' } } as const;
  expect(appSentence({ ...published, latestVersion: held, liveVersion: null })).toBe(
    'Version 1.2 is on hold.',
  );
});
