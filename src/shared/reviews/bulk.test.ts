import { expect, test } from 'vitest';
import { type BulkFacts, bulkDenialReason } from './bulk.ts';

const PLAIN: BulkFacts = {
  bulkDecisions: 'updates',
  isAwaitingReview: true,
  isAppRemoved: false,
  isClaimedByOther: false,
  own: { connection: null, ownApprovals: 'forbid', activeAdmins: 2 },
  hasListingChanges: false,
  policyReasons: [],
};

test('an update that the store could approve automatically may be decided about with others', () => {
  expect(bulkDenialReason(PLAIN)).toBeNull();
});

test.each<[string, Partial<BulkFacts>, RegExp]>([
  ['in a store without it', { bulkDecisions: 'off' }, /on its own page/],
  ['after a decision', { isAwaitingReview: false }, /no longer waits/],
  ['of a removed app', { isAppRemoved: true }, /removed from the store/],
  ['that another reviewer has claimed', { isClaimedByOther: true }, /has claimed/],
  ['of the reviewer’s own app', { own: { ...PLAIN.own, connection: 'member' } }, /You work on this app/],
  ['with new access', { policyReasons: [{ reason: 'first', values: {} }] }, /first version/],
  ['with listing changes', { hasListingChanges: true }, /Listing changes/],
])('a version %s is decided about on its own page', (_, facts, reason) => {
  expect(bulkDenialReason({ ...PLAIN, ...facts })).toMatch(reason);
});
