import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setCatalog } from '../languages/translate.ts';
import { cutEvidence, cutValues, FindingLog, findingSchema, type StoredFinding } from './finding.ts';
import { MAX_EVIDENCE_LENGTH } from './limits.ts';
import { describeFinding } from './rules/catalogue.ts';

const GERMAN = {
  'The target is API level {0}; this store requires {1} or above.': 'Das Ziel ist {0}, nötig ist {1}.',
  '{count, plural, one {# more finding of this kind was omitted.} other {# more findings of this kind were omitted.}}':
    '{count, plural, one {Ein weiterer Befund.} other {# weitere Befunde.}}',
};

beforeEach(() => {
  const de = Object.fromEntries(
    Object.entries(GERMAN).map(([key, text]) => [key, compileMessage(text)] as const),
  );
  setCatalog(setupI18n({ locale: 'de', messages: { de }, missing: () => '' }));
});

afterEach(() => setCatalog(null));

const FINDING = {
  rule: 'target-sdk',
  severity: 'error',
  values: { targetSdk: 20, minTargetSdk: 23 },
} as const;

describe('the texts of a finding', () => {
  test('are written in the language of the page', () => {
    expect(describeFinding(FINDING).evidence).toBe('Das Ziel ist 20, nötig ist 23.');
    setCatalog(null);
    expect(describeFinding(FINDING)).toEqual({
      ...FINDING,
      title: 'The target SDK is too low',
      evidence: 'The target is API level 20; this store requires 23 or above.',
      fix: expect.stringContaining('Raise targetSdk'),
    });
  });

  test('name the scheme of a signature', () => {
    const titleOf = (rule: string) =>
      describeFinding({ rule, severity: 'error', values: { problem: 'x' } }).title;
    expect(titleOf('signature.v2.malformed')).toBe('The v2 signature is malformed');
    expect(titleOf('signature.v31.malformed')).toBe('The v3.1 signature is malformed');
  });

  test('are those of the record for a finding without values, with the evidence that was kept', () => {
    const { values: _, ...kept } = FINDING;
    const old = { ...kept, title: 'An older title', evidence: 'The target is 20.', fix: 'Raise it.' };
    expect(describeFinding(old)).toEqual({
      ...old,
      title: 'The target SDK is too low',
      fix: expect.stringContaining('Raise targetSdk'),
    });
  });

  test('are those it came with for a rule of another release', () => {
    const other: StoredFinding = { ...FINDING, rule: 'of-tomorrow', title: 'T', evidence: 'E', fix: 'F' };
    expect(describeFinding(other)).toEqual(other);
  });

  test('of an unknown case and an unknown rule can be shown', () => {
    const { evidence } = describeFinding({ rule: 'split', severity: 'error', values: { found: 'half' } });
    expect(evidence).toBe('');
    const unknown = describeFinding({ rule: 'of-tomorrow', severity: 'info', values: {} });
    expect(unknown).toMatchObject({ title: 'of-tomorrow', evidence: '', fix: '' });
  });
});

test('many findings of a kind end in one that counts the others', () => {
  const log = new FindingLog();
  for (let count = 0; count < 1_007; count++) log.add(FINDING);
  expect(log.findings).toHaveLength(6);
  expect(describeFinding(log.findings.at(-1) as StoredFinding).evidence).toBe('1.002 weitere Befunde.');
});

test('a text that is cut within a pair of surrogates can be stored', () => {
  const cut = cutEvidence(`x${'\u{1f600}'.repeat(MAX_EVIDENCE_LENGTH)}`);
  expect(cut.isWellFormed()).toBe(true);
  expect(cut).toHaveLength(MAX_EVIDENCE_LENGTH + 1);
});

test('the longest values fit the schema', () => {
  const long = 'x'.repeat(10_000);
  const values = cutValues({ text: long, number: 7, list: Array.from({ length: 100 }, () => long) });
  const finding = describeFinding({ rule: 'of-tomorrow', severity: 'info', values });
  expect(findingSchema.parse(finding).values).toEqual(values);
});
