import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeSentence } from '#shared/languages/sentence.ts';
import { bulkDenialReason } from '#shared/reviews/bulk.ts';
import { createOwnApp, createPublishedApp, WITHOUT_LOOKALIKES } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';
import { writeIn } from '../../platform/languages.ts';

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());
const FIRST = 'It’s the first version to be published.';
const OFF = 'This store decides about each version on its own page.';
const WRONG = { kind: 'reject', reason: 'It crashes on start.', reasons: ['broken'] } as const;

const allow = (bulkDecisions: 'off' | 'updates') =>
  admin.call('settings.update', { settings: { bulkDecisions, rules: WITHOUT_LOOKALIKES } });

/** Submits an update of a published app, without changes but its version. */
async function submitUpdate(fixture = 'next') {
  const app = await createPublishedApp(server);
  return { ...app, versionId: await app.submit(fixture) };
}

const decide = (by: Person, versionIds: string[], decision: { kind: 'approve' } | typeof WRONG) =>
  by.call('reviews.decideSeveral', {
    versionIds,
    decision: decision.kind === 'approve' ? decision : { ...decision, reasons: [...decision.reasons] },
  });

/** Returns the reasons against deciding about versions together, as the preview shows them. */
async function preview(by: Person, versionIds: string[]): Promise<Record<string, string | null>> {
  const { versions } = await by.call('reviews.getBulkFacts', { versionIds });
  return Object.fromEntries(versions.map(({ versionId, facts }) => [versionId, bulkDenialReason(facts)]));
}

/** Returns why a version can't be approved with others, as a German reader gets it before and after deciding. */
async function readInGerman(versionId: string): Promise<(string | null)[]> {
  const [before] = (await admin.call('reviews.getBulkFacts', { versionIds: [versionId] })).versions;
  const [after] = (await decide(admin, [versionId], { kind: 'approve' })).results;
  return writeIn('de', () => [
    before ? bulkDenialReason(before.facts) : null,
    writeSentence(after?.sentence, after?.denialReason ?? ''),
  ]);
}

const statusOf = async (versionId: string) =>
  (await admin.call('versions.get', { versionId })).version.status;

describe('deciding about several versions', () => {
  beforeEach(() => allow('updates'));
  afterEach(() => allow('off'));

  test('is off in a new store', async () => {
    await allow('off');
    const { versionId } = await submitUpdate();
    expect(await preview(admin, [versionId])).toEqual({ [versionId]: OFF });
    expect(await decide(admin, [versionId], { kind: 'approve' })).toEqual({
      results: [{ versionId, denialReason: OFF, sentence: expect.any(Array) }],
    });
    expect(await statusOf(versionId)).toBe('submitted');
  });

  test('approves updates without findings one by one, and leaves the others with their reasons', async () => {
    const updates = [await submitUpdate(), await submitUpdate()];
    const first = await (await createOwnApp(server)).submit();
    const wider = await submitUpdate('added-permission');
    const ids = [...updates.map(({ versionId }) => versionId), first, wider.versionId, 'unknown'];
    const [one = '', two = ''] = ids;
    const expected = {
      [one]: null,
      [two]: null,
      [first]: FIRST,
      [wider.versionId]: 'New: Take photos and record video.',
    };
    expect(await preview(admin, ids)).toEqual(expected);
    const access = 'Neu: Fotos und Videos aufnehmen.';
    expect(await readInGerman(wider.versionId)).toEqual([access, access]);

    const { results } = await decide(admin, ids, { kind: 'approve' });
    expect(
      Object.fromEntries(results.map(({ versionId, denialReason }) => [versionId, denialReason])),
    ).toEqual({ ...expected, unknown: expect.any(String) });
    expect(await Promise.all(ids.slice(0, 4).map(statusOf))).toEqual([
      'published',
      'published',
      'submitted',
      'submitted',
    ]);
    for (const { versionId, owner } of updates) {
      const { history } = await admin.call('reviews.get', { versionId });
      expect(history.find(({ event }) => event === 'version.approved')).toMatchObject({
        actorUid: admin.uid,
      });
      const { receipt } = await owner.call('versions.getReceipt', { versionId });
      expect(receipt).toMatchObject({ approvedBy: 'reviewer' });
    }
  });

  test('rejects updates with one reason, which every publisher gets', async () => {
    const { versionId, owner } = await submitUpdate();
    const first = await (await createOwnApp(server)).submit();
    expect((await decide(admin, [versionId, first], WRONG)).results).toEqual([
      { versionId, denialReason: null },
      { versionId: first, denialReason: FIRST, sentence: expect.any(Array) },
    ]);
    const { version } = await owner.call('versions.get', { versionId });
    expect(version).toMatchObject({
      status: 'rejected',
      decisionNote: WRONG.reason,
      rejectionReasons: WRONG.reasons,
    });
    expect(await statusOf(first)).toBe('submitted');
    const empty = await admin.tryCall('reviews.decideSeveral', {
      versionIds: [versionId],
      decision: { ...WRONG, reason: ' ' },
    });
    expect(empty.status).toBe(400);
  });

  test('leaves what another reviewer has claimed, and what was decided', async () => {
    const claimed = await submitUpdate();
    const colleague = await server.onboard();
    await admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
    await colleague.call('reviews.claim', { versionId: claimed.versionId });
    const decided = await submitUpdate();
    await admin.call('reviews.reject', { versionId: decided.versionId, reason: 'No.' });
    expect(await preview(admin, [claimed.versionId, decided.versionId])).toEqual({
      [claimed.versionId]: 'Another reviewer has claimed this version.',
      [decided.versionId]: 'It no longer waits for a decision.',
    });
    expect((await decide(admin, [claimed.versionId], { kind: 'approve' })).results).toMatchObject([
      { denialReason: 'Another reviewer has claimed this version.' },
    ]);
    expect((await decide(colleague, [claimed.versionId], { kind: 'approve' })).results).toMatchObject([
      { denialReason: null },
    ]);
  });

  test('leaves the apps of the reviewer to another one', async () => {
    const own = await createPublishedApp(server);
    const versionId = await own.submit('next');
    const other = await server.onboard();
    for (const { uid } of [own.owner, other]) await admin.call('users.setRole', { uid, role: 'admin' });
    expect(await preview(own.owner, [versionId])).toEqual({
      [versionId]: 'You publish this app, so another admin must approve it.',
    });
    expect(await preview(other, [versionId])).toEqual({ [versionId]: null });
  });

  test('leaves what looks like an app of another publisher, until staff say that it isn’t confusing', async () => {
    await admin.call('settings.update', { settings: { rules: { 'lookalike-icon': 'off' } } });
    const publish = async (name: string, developer: string) =>
      createPublishedApp(server, {
        name,
        hasOwnLabels: true,
        owner: await server.onboard({ developer: { name: developer, type: 'individual' } }),
      });
    await publish('Sailing', 'Windward Software');
    const copy = await publish('Sailinq', 'Quick Clones');
    const versionId = await copy.submit('next');
    const denialReason = 'The inspection found: The name looks like that of another app in this store.';
    expect(await preview(admin, [versionId])).toEqual({ [versionId]: denialReason });
    const german = 'Die Untersuchung ergab: Der Name sieht dem einer anderen App in diesem Store ähnlich.';
    expect(await readInGerman(versionId)).toEqual([german, german]);
    for (const decision of [{ kind: 'approve' } as const, WRONG]) {
      expect((await decide(admin, [versionId], decision)).results).toEqual([
        { versionId, denialReason, sentence: expect.any(Array) },
      ]);
    }
    expect(await statusOf(versionId)).toBe('submitted');

    const { lookalikes } = await admin.call('reviews.get', { versionId });
    for (const { other, pairs } of lookalikes) {
      await admin.call('reviews.dismissLookalike', {
        appId: copy.appId,
        otherAppId: other.id,
        pairs: pairs.map(({ kind, value, otherValue }) => ({ kind, value, otherValue })),
      });
    }
    expect(await preview(admin, [versionId])).toEqual({ [versionId]: null });
    expect((await decide(admin, [versionId], { kind: 'approve' })).results).toEqual([
      { versionId, denialReason: null },
    ]);
    expect(await statusOf(versionId)).toBe('published');
  });

  test('needs one to fifty versions', async () => {
    for (const versionIds of [[], Array.from({ length: 51 }, (_, index) => `v${index}`)]) {
      const { status } = await admin.tryCall('reviews.decideSeveral', {
        versionIds,
        decision: { kind: 'approve' },
      });
      expect(status).toBe(400);
    }
  });
});
