import { expect, test } from 'vitest';
import { EVENT_NAMES } from '../events.ts';
import type { AuditEntry } from './calls.ts';
import { auditSentence } from './sentence.ts';

const ENTRY: AuditEntry = {
  id: 1,
  at: '2026-01-01T00:00:00.000Z',
  event: 'version.approved',
  actorUid: 'a',
  actorName: 'Ada Admin',
  appId: 'app',
  appName: 'Harbour',
  versionId: 'v',
  versionTitle: '1.0 (1)',
  subjectUid: null,
  subjectName: null,
  details: {},
};

const say = (entry: Partial<AuditEntry>) =>
  auditSentence({ ...ENTRY, ...entry })
    .map(({ text }) => text)
    .join('');

test.each([
  [{}, 'Ada Admin approved version 1.0 (1) of Harbour.'],
  [{ actorUid: null, actorName: null }, 'System approved version 1.0 (1) of Harbour.'],
  [
    {
      event: 'user.role-changed',
      subjectUid: 'b',
      subjectName: 'Bo',
      details: { from: 'user', to: 'admin' },
    },
    'Ada Admin changed the role of Bo from user to admin.',
  ],
  [
    { event: 'user.suspended', subjectUid: 'gone', actorName: null },
    'A deleted account suspended a deleted account.',
  ],
  [
    { event: 'listing.updated', details: { locale: 'de-DE' } },
    'Ada Admin changed the de-DE listing of Harbour.',
  ],
  [
    { event: 'settings.updated', details: { changed: ['storeName', 'terms'] } },
    'Ada Admin changed store settings: store name, terms.',
  ],
  [
    {
      event: 'listing.approved',
      details: {
        changed: [
          { locale: 'de', field: 'featureGraphic' },
          { locale: '', field: 'category' },
        ],
        count: 2,
      },
    },
    'Ada Admin approved listing changes of Harbour: feature graphic (de), category.',
  ],
  [{ event: 'something.new' }, 'Ada Admin did “something.new”.'],
])('%j reads as %s', (entry, sentence) => expect(say(entry)).toBe(sentence));

test('every sentence is complete when an entry lacks details', () => {
  for (const event of EVENT_NAMES) {
    const sentence = say({ event, appName: null, versionTitle: null });
    expect(sentence).toMatch(/^Ada Admin .*\w.*\.$/);
    expect(sentence).not.toMatch(/[{}]|undefined|null/);
  }
});
