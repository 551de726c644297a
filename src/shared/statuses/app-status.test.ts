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

const latest = { id: 'v1', versionName: '1.2', versionCode: 12, release: null, hold: null };

test('an app without a version says so', () => {
  expect(appSentence({ hold: null, status: 'draft', latestVersion: null })).toBe(
    'Not published yet; no versions uploaded.',
  );
});

test('adds nothing when the newest version is the published one', () => {
  expect(
    appSentence({ hold: null, status: 'published', latestVersion: { ...latest, status: 'published' } }),
  ).toBe('Available to download.');
});

test('names the newest version when it is another one', () => {
  expect(
    appSentence({ hold: null, status: 'published', latestVersion: { ...latest, status: 'submitted' } }),
  ).toBe('Available to download; version 1.2 is waiting for review.');
});

test('a version before inspection has no name', () => {
  const unread = { ...latest, versionName: null, versionCode: null, status: 'uploading' } as const;
  expect(appSentence({ hold: null, status: 'draft', latestVersion: unread })).toBe(
    'Not published yet; the newest version isn’t fully uploaded.',
  );
});

test('never calls an app available to everyone while its newest version is rolling out', () => {
  const release = {
    track: 'stable',
    publication: 'immediate',
    publishAt: null,
    percentage: 20,
    status: 'rollingOut',
  } as const;
  const rollout = { ...latest, status: 'published', release } as const;
  expect(appSentence({ hold: null, status: 'published', latestVersion: rollout })).toBe(
    'Version 1.2 is rolling out to 20% of devices.',
  );
  const halted = { ...rollout, release: { ...release, status: 'halted' } } as const;
  expect(appSentence({ hold: null, status: 'published', latestVersion: halted })).toBe(
    'Version 1.2 is halted.',
  );
  expect(appSentence({ hold: null, status: 'unpublished', latestVersion: rollout })).toBe(
    'Not available to download.',
  );
});

test('says that the newest version is on hold, and nothing of earlier ones', () => {
  const held = { ...latest, status: 'published', hold: { subject: 'version' } } as const;
  expect(appSentence({ hold: null, status: 'published', latestVersion: held })).toBe(
    'Version 1.2 is on hold.',
  );
});
