import { describe, expect, test } from 'vitest';
import { compareVersions } from '#shared/packages/changes.ts';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import { describePolicyReason } from '#shared/reviews/policy-reasons.ts';
import { inspectFixture } from '#test/support/fixtures.ts';
import { factsOf } from '#test/support/resource-packages.ts';
import { GREEDY_TORCH, HARMLESS_TORCH, TORCH } from '#test/support/torch-app.ts';
import { decideByPolicy } from './decide-by-policy.ts';

const { package: plain, signature } = await inspectFixture('plain.apk');
const facts = plain as AndroidFacts;

function decide(found: AndroidFacts | null, live = found) {
  const { decision, reasons } = decideByPolicy({
    package: found,
    updates: 'approve',
    changes: found && live && compareVersions({ package: live, signature }, { package: found, signature }),
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
  expect(decide(null)).toContain('The package couldn’t be read.');
  const unread = 'It was inspected before special access was read. Upload it again to have it read.';
  expect(decide({ ...facts, specialAccess: undefined })).toEqual([unread]);
  expect(decide({ ...facts, sharedUserId: undefined })).toEqual([unread]);
});

describe('an update of a torch app', () => {
  const NAMED = [
    'New: Read the screen and tap in other apps.',
    'New: Read notifications of all apps.',
    'New: See and redirect all network traffic.',
    'New: See everything that is typed.',
    'New: Lock or erase the device.',
    'New: Send and receive data without encryption.',
    'New: every other app can use provider org.example.a.Data.',
    'New: setting of a component: org.example.a.Watcher canRetrieveWindowContent.',
    'New: setting of a component: org.example.a.Admin force-lock.',
    'New: setting of a component: org.example.a.Admin wipe-data.',
    'Changed: network setting userCertificates.',
  ];

  test('that takes control over the device goes to a person, with everything that it takes', async () => {
    const reasons = decide(await factsOf(GREEDY_TORCH), await factsOf(TORCH));
    expect(reasons).toEqual(expect.arrayContaining(NAMED));
    const control = (reasons as string[]).filter((reason) => reason.startsWith('Special access by '));
    expect(reasons).toHaveLength(NAMED.length + control.length);
    expect(control).toHaveLength(5);
  });

  test('is approved when it adds only parts that others cannot use', async () => {
    expect(decide(await factsOf(HARMLESS_TORCH), await factsOf(TORCH))).toBe('approved');
  });

  test('goes to a person for what the live version may have had, before components were read', async () => {
    const unread = { components: undefined, network: undefined };
    const live = await factsOf(GREEDY_TORCH);
    expect(decide(live, { ...live, ...unread })).toEqual(
      expect.arrayContaining([
        'New: every other app can use provider org.example.a.Data.',
        'New: Send and receive data without encryption.',
      ]),
    );
    const harmless = await factsOf(HARMLESS_TORCH);
    expect(decide(harmless, { ...harmless, ...unread })).toBe('approved');
  });
});
