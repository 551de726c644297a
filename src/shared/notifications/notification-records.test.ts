import { describe, expect, test } from 'vitest';
import { speakGerman } from '#test/support/speak-german.ts';
import { hasFixedTitle, NOTIFICATIONS, wordNotification } from './notification-records.ts';

const STORED = { title: 'App Rejected', message: 'Your app Harbour has been rejected: No.' };

/** Values of every notification, so that each is worded once. */
const VALUES = {
  name: 'Harbour {0}',
  version: '1.2',
  changes: 'Fixes.',
  reason: 'No.',
  reasons: ['permissions'],
  antiFeature: 'Ads',
  together: 2,
  percentage: 20,
  reports: 7,
  ignored: 3,
  networks: 2,
  outcome: 'accepted',
  note: 'Thanks.',
  count: 3,
  quote: 'Hello',
  others: 2,
  on: '2026-12-24',
  changed: ['name de', 'category '],
  source: 'octo/harbour',
  repository: 'octo/harbour',
  host: 'hooks.example',
  days: 5,
  storeName: 'Quayside',
  token: 'CI',
  files: ['packages/1', 'packages/2'],
  problems: ['damaged', 'missing'],
  more: 2,
  apps: ['org.example.harbour'],
  effects: ['leftOut'],
};

describe('a notification', () => {
  test.each(Object.keys(NOTIFICATIONS))('%s has texts in the language of its reader', (name) => {
    const about = { name, values: VALUES as never };
    const english = wordNotification({ about, title: '', message: '' });
    speakGerman();
    const worded = wordNotification({ about, title: '', message: '' });
    expect(worded.title).not.toBe('');
    expect(worded.message).not.toBe(english.message);
    expect(`${worded.title} ${worded.message}`).not.toMatch(/undefined|\{\d\}(?<!Harbour \{0\})/);
  });

  test('keeps its stored texts without a record, as announcements do', () => {
    expect(wordNotification(STORED)).toEqual(STORED);
    expect(wordNotification({ ...STORED, about: { name: 'toString', values: {} } })).toEqual(STORED);
  });

  test('keeps its stored texts when another release stored other values', () => {
    const about = { name: 'appRejected', values: { name: 'Harbour', reasons: ['unknown'], reason: 'No.' } };
    expect(wordNotification({ ...STORED, about })).toEqual(STORED);
  });

  test('is the subject of an email only without text of users', () => {
    const isFixed = (name: string) => hasFixedTitle({ name, values: {} });
    expect(Object.keys(NOTIFICATIONS).filter((name) => !isFixed(name))).toEqual([
      'appUpdated',
      'newMessages',
      'feedProblems',
    ]);
    expect(hasFixedTitle(null)).toBe(false);
    expect(isFixed('toString')).toBe(false);
  });
});
