import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOwnApp, type OwnApp, WITHOUT_LOOKALIKES } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());
let owner: Person;
let app: OwnApp;
let versionId: string;

beforeEach(async () => {
  app = await createOwnApp(server, { name: 'Harbour' });
  ({ owner } = app);
  versionId = await app.submit();
});

describe('the policy for updates', () => {
  const setPolicy = (updates: 'review' | 'approve') =>
    admin.call('settings.update', {
      settings: { review: { updates, staleClaimHours: 24 }, rules: WITHOUT_LOOKALIKES },
    });
  const submit = async (fixture: string) => {
    const { id } = await app.upload(fixture);
    return (await owner.call('versions.submit', { versionId: id })).version;
  };
  afterEach(() => setPolicy('review'));

  test('approves an update without sensitive changes, and gives both sides the reasons', async () => {
    await admin.call('reviews.approve', { versionId });
    await setPolicy('approve');
    const version = await submit('next');
    expect(version).toMatchObject({
      status: 'published',
      reviewerUid: null,
      policyDecision: { policy: 'updatesWithoutSensitiveChanges', decision: 'approved' },
    });
    const { history } = await admin.call('reviews.get', { versionId: version.id });
    const approval = history.find(({ event }) => event === 'version.approved');
    expect(approval).toMatchObject({ actorUid: null, details: { policy: { decision: 'approved' } } });
    const { receipt } = await owner.call('versions.getReceipt', { versionId: version.id });
    expect(receipt).toMatchObject({ approvedBy: 'policy', path: `transparency/receipts/${version.id}` });
    const published = await (await fetch(`${server.url}${receipt?.path}`)).json();
    expect(published.approval).toMatchObject({
      by: 'policy',
      reviewerRole: null,
      policy: 'updatesWithoutSensitiveChanges',
    });
  });

  test('sends an update with sensitive changes to manual review, and names them', async () => {
    await admin.call('reviews.approve', { versionId });
    await setPolicy('approve');
    const version = await submit('added-permission');
    expect(version.status).toBe('submitted');
    expect(version.policyDecision?.reasons).toMatchObject([
      { reason: 'newCapability', sentence: 'New: Take photos and record video.' },
      { reason: 'finding', values: { rule: 'permissions-widened' } },
    ]);
  });

  test('sends the first version to manual review', async () => {
    await owner.call('versions.withdraw', { versionId });
    await setPolicy('approve');
    const { version } = await owner.call('versions.submit', { versionId });
    expect(version.status).toBe('submitted');
    expect(version.policyDecision?.reasons).toContainEqual({
      reason: 'first',
      values: {},
      sentence: 'It’s the first version to be published.',
    });
  });
});
