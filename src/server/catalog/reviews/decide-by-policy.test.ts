import { expect, test } from 'vitest';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import { describePolicyReason } from '#shared/reviews/policy-reasons.ts';
import { inspectFixture } from '#test/support/fixtures.ts';
import { decideByPolicy } from './decide-by-policy.ts';

const facts = (await inspectFixture('plain.apk')).package as AndroidFacts;

function decide(found: AndroidFacts | null) {
  const { decision, reasons } = decideByPolicy({
    package: found,
    updates: 'approve',
    changes: [],
    findings: [],
    isOfAdmin: false,
    wasRejected: false,
    provenanceChange: null,
    listingChanges: [],
  });
  return decision === 'approved' ? 'approved' : reasons.map(describePolicyReason);
}

test('approves an update without changes', () => expect(decide(facts)).toBe('approved'));

test('sends special access to a person, also when it is not new', () => {
  const specialAccess: AndroidFacts['specialAccess'] = [{ kind: 'vpn', name: '.Tunnel' }];
  expect(decide({ ...facts, specialAccess })).toEqual([
    'Special access by .Tunnel: See and redirect all network traffic.',
  ]);
});

test('sends a shared user ID to a person', () => {
  expect(decide({ ...facts, sharedUserId: 'org.example.shared' })).toEqual([
    'It shares the user ID org.example.shared with other apps.',
  ]);
});

test('sends what was not read to a person', () => {
  expect(decide(null)).toEqual(['The package couldn’t be read.']);
  const unread = 'It was inspected before special access was read. Upload it again to have it read.';
  expect(decide({ ...facts, specialAccess: undefined })).toEqual([unread]);
  expect(decide({ ...facts, sharedUserId: undefined })).toEqual([unread]);
});
