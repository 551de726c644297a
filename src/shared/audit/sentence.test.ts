import { expect, test } from 'vitest';
import type { AuditEntry } from './calls.ts';
import { AUDIT_SENTENCES, auditSentence } from './sentence.ts';

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
  [{ actorUid: null, actorName: null }, 'The store approved version 1.0 (1) of Harbour.'],
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
    'Ada Admin changed settings of the store: store name, terms.',
  ],
  [{ event: 'something.new' }, 'Ada Admin did “something.new”.'],
])('%j reads as %s', (entry, sentence) => expect(say(entry)).toBe(sentence));

test('every sentence ends plainly, whatever an entry leaves out', () => {
  for (const event of Object.keys(AUDIT_SENTENCES)) {
    const sentence = say({ event, appName: null, versionTitle: null });
    expect(sentence).toMatch(/^Ada Admin .*\w.*\.$/);
    expect(sentence).not.toMatch(/[{}]|undefined|null/);
  }
});
