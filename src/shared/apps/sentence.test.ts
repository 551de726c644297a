import { expect, test } from 'vitest';
import { appSentence } from './sentence.ts';

const latest = { id: 'v1', versionName: '1.2', versionCode: 12 };

test('an app without a version says so', () => {
  expect(appSentence({ status: 'draft', latestVersion: null })).toBe('Not published yet; it has no version.');
});

test('a published app whose newest version is the published one has nothing to add', () => {
  expect(appSentence({ status: 'published', latestVersion: { ...latest, status: 'published' } })).toBe(
    'People can download it.',
  );
});

test('the newest version is named when it is something else', () => {
  expect(appSentence({ status: 'published', latestVersion: { ...latest, status: 'submitted' } })).toBe(
    'People can download it; version 1.2 waits for review.',
  );
});

test('a version that was never read has no name', () => {
  const unread = { ...latest, versionName: null, versionCode: null, status: 'uploading' };
  expect(appSentence({ status: 'draft', latestVersion: unread })).toBe(
    'Not published yet; the newest version is not uploaded completely.',
  );
});
