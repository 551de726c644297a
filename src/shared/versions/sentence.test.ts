import { expect, test } from 'vitest';
import type { Finding } from '../packages/finding.ts';
import { versionSentence } from './sentence.ts';
import { versionStatusSchema } from './version.ts';

const now = new Date('2026-03-02T12:00:00.000Z');
const bare = {
  findings: [],
  createdAt: '2026-03-02T09:00:00.000Z',
  submittedAt: null,
  decidedAt: null,
  publishedAt: null,
};
const error: Finding = { rule: 'r', severity: 'error', title: 't', evidence: 'e', fix: 'f' };

test.each(versionStatusSchema.options)('%s is one finished sentence, with times or without', (status) => {
  const dated = {
    ...bare,
    submittedAt: bare.createdAt,
    decidedAt: bare.createdAt,
    publishedAt: bare.createdAt,
  };
  for (const version of [bare, dated]) {
    expect(versionSentence({ ...version, status }, now)).toMatch(/^[A-Z][^.]*[^ .]\.$/);
  }
});

test('the waiting time is said', () => {
  expect(
    versionSentence({ ...bare, status: 'submitted', submittedAt: '2026-03-01T11:00:00.000Z' }, now),
  ).toBe('Submitted 1 day ago; a reviewer decides next.');
});

test('only errors count as problems', () => {
  const findings = [error, { ...error, severity: 'warning' as const }];
  expect(versionSentence({ ...bare, status: 'invalid', findings }, now)).toBe(
    'Inspection found one problem to fix.',
  );
  expect(versionSentence({ ...bare, status: 'invalid', findings: [error, error] }, now)).toContain(
    '2 problems',
  );
});
