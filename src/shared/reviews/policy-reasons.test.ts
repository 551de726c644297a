import { afterEach, describe, expect, test } from 'vitest';
import { speakGerman } from '#test/support/speak-german.ts';
import { setCatalog } from '../languages/translate.ts';
import { storedPolicyDecisionSchema } from './policy.ts';
import { describePolicyDecision, describePolicyReason, policyReason } from './policy-reasons.ts';

const decision = { policy: 'updatesWithoutSensitiveChanges', decision: 'toReview' } as const;

describe('a reason of the policy', () => {
  afterEach(() => setCatalog(null));

  test('is kept as values, and a sentence in the language of the page', () => {
    const reason = policyReason('added', { kind: 'permissions', name: 'CAMERA' });
    expect(storedPolicyDecisionSchema.parse({ ...decision, reasons: [reason] }).reasons).toEqual([reason]);
    expect(describePolicyReason(reason)).toBe('New: permission CAMERA.');
    setCatalog({
      locale: 'de',
      messages: {},
      _: (key, values) => (key === 'New: {0}.' ? `Neu: ${String(values?.['0'])}.` : ''),
    });
    expect(describePolicyReason(reason)).toBe('Neu: permission CAMERA.');
  });

  test('names a finding by the title of its rule', () => {
    expect(describePolicyReason(policyReason('finding', { rule: 'weak-key' }))).toBe(
      'The inspection found: The signing key is too short.',
    );
    speakGerman();
    expect(describePolicyReason(policyReason('finding', { rule: 'weak-key' }))).toBe(
      'Die Untersuchung ergab: Der Signaturschlüssel ist zu kurz.',
    );
  });

  test('of an earlier release stays the sentence that was kept', () => {
    const kept = storedPolicyDecisionSchema.parse({ ...decision, reasons: ['It looks odd.'] });
    const [reason] = describePolicyDecision(kept).reasons;
    expect(reason).toEqual({ sentence: 'It looks odd.' });
    expect(reason && describePolicyReason(reason)).toBe('It looks odd.');
  });

  test('of another release is shown with the sentence that it comes with', () => {
    expect(describePolicyReason({ reason: 'tomorrow', values: {}, sentence: 'It rains.' })).toBe('It rains.');
  });
});

test('a reason whose values another release kept is its name', () => {
  const reason = { reason: 'specialAccess', values: { kind: 'telepathy', name: 'org.example.Mind' } };
  expect(describePolicyReason(reason)).toBe('specialAccess');
});
