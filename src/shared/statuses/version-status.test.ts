import { expect, test } from 'vitest';
import { VERSION_STATUSES, versionStatusSchema } from './version-status.ts';

const now = new Date('2026-03-02T12:00:00.000Z');
const bare = {
  findingCounts: { errors: 0, warnings: 0 },
  createdAt: '2026-03-02T09:00:00.000Z',
  submittedAt: null,
  decidedAt: null,
  publishedAt: null,
};

test.each(versionStatusSchema.options)('%s is one complete sentence, with or without times', (status) => {
  const dated = {
    ...bare,
    submittedAt: bare.createdAt,
    decidedAt: bare.createdAt,
    publishedAt: bare.createdAt,
  };
  for (const version of [bare, dated]) {
    expect(VERSION_STATUSES[status].sentence(version, now)).toMatch(/^[A-Z][^.]*[^ .]\.$/);
  }
});

test('includes the waiting time', () => {
  expect(VERSION_STATUSES.submitted.sentence({ ...bare, submittedAt: '2026-03-01T11:00:00.000Z' }, now)).toBe(
    'Submitted 1 day ago.',
  );
});

test('only errors count as problems', () => {
  const sentenceWith = (errors: number) =>
    VERSION_STATUSES.invalid.sentence({ ...bare, findingCounts: { errors } }, now);
  expect(sentenceWith(1)).toBe('Inspection found 1 problem to fix.');
  expect(sentenceWith(2)).toContain('2 problems');
});
