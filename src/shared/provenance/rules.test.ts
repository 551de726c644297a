import { describe, expect, test } from 'vitest';
import { type Provenance, provenanceRequirementSchema } from './provenance.ts';
import { describeProvenanceChange, findProvenanceChange, provenanceDenialReason } from './rules.ts';

const BUILT: Provenance = {
  repository: 'https://github.com/example/harbour',
  repositoryId: '4711',
  commit: '5f2c1a90d3e84b7f6a1c0d9e8b7a6f5e4d3c2b1a',
  ref: 'refs/heads/main',
  workflow: '.github/workflows/release.yml',
  runUrl: null,
  runner: null,
  issuer: 'https://token.actions.githubusercontent.com',
  logIndex: '1',
};

describe('a requirement', () => {
  const parse = (repository: string, workflow: string | null = null) =>
    provenanceRequirementSchema.safeParse({ repository, workflow });

  test.each([
    'https://github.com/example/harbour.git',
    'https://github.com/example/harbour/',
    ' https://github.com/example/harbour ',
  ])('takes %j for the repository', (repository) => {
    expect(parse(repository).data?.repository).toBe(BUILT.repository);
  });

  test.each([
    'http://github.com/a/b',
    'https://github.com',
    'https://user@github.com/a/b',
    'https://g.h/a?b=c',
    'javascript:alert(1)',
  ])('rejects %j', (repository) => {
    expect(parse(repository).error?.issues[0]?.path).toEqual(['repository']);
  });

  test.each(['', '/etc/passwd', 'a.yml@refs/heads/main', 'a b.yml'])(
    'rejects the workflow %j',
    (workflow) => {
      expect(parse(BUILT.repository, workflow).error?.issues[0]?.path).toEqual(['workflow']);
    },
  );

  test.each([
    [null, null],
    [{ repository: null, workflow: null }, null],
    [{ repository: 'https://github.com/Example/Harbour', workflow: BUILT.workflow }, null],
    [{ repository: 'https://github.com/example/harbour2', workflow: null }, 'from https'],
    [{ repository: null, workflow: 'a.yml' }, 'by the workflow a.yml'],
  ])('%j compares repositories without case, and workflows exactly', (policy, denied) => {
    expect(provenanceDenialReason(policy, BUILT) ?? '').toContain(denied ?? '');
    expect(provenanceDenialReason(policy, BUILT) === null).toBe(denied === null);
    expect(provenanceDenialReason(policy, null) === null).toBe(policy === null);
  });
});

test.each<[string, Partial<Provenance>, string | null]>([
  ['the same', { commit: 'a'.repeat(40), ref: 'refs/tags/v2', logIndex: '2' }, null],
  ['a renamed repository', { repository: 'https://github.com/example/port' }, null],
  ['another repository of the same name', { repositoryId: '4712' }, 'another repository'],
  [
    'another issuer',
    { issuer: 'https://gitlab.com', repository: 'https://gitlab.com/a/b' },
    'another repository',
  ],
  ['another workflow', { workflow: 'other.yml' }, 'another workflow'],
])('a version of %s is described', (_, change, described) => {
  const found = findProvenanceChange(BUILT, { ...BUILT, ...change });
  expect(found === null).toBe(described === null);
  expect(found === null ? '' : describeProvenanceChange(found)).toContain(described ?? '');
});

test('a version that lost its provenance is described, a first one with it is not', () => {
  expect(findProvenanceChange(BUILT, null)).toEqual({ found: 'noProvenance' });
  expect(findProvenanceChange(null, BUILT)).toBeNull();
  expect(findProvenanceChange(null, null)).toBeNull();
});
