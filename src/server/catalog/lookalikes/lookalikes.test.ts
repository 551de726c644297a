import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MarkKind } from '#shared/packages/mark-kinds.ts';
import { awaitEmail, invitationLinkOf } from '#test/support/emails.ts';
import {
  createOwnApp,
  createPublishedApp,
  type OwnApp,
  type PublishedApp,
  publishDrafts,
} from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';
import { indexMarks } from './index-marks.ts';

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());

/** The package of every test app has the same icon. */
const WITHOUT_ICONS = { 'lookalike-icon': 'off' } as const;
const setRules = (rules: Record<string, 'off' | 'observe' | 'enforce'>) =>
  admin.call('settings.update', { settings: { rules } });
const setPolicy = (updates: 'review' | 'approve') =>
  admin.call('settings.update', { settings: { review: { updates, staleClaimHours: 24 } } });

beforeEach(() => setRules(WITHOUT_ICONS));
afterEach(() => setPolicy('review'));

const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCodePoint(97 + randomInt(26))).join('');
const newPublisher = () =>
  server.onboard({ name: 'Dora Developer', developer: { name: letters(12), type: 'individual' } });

/** A name with an o that no other test has. */
const newName = () => `${letters(1).toUpperCase()}o${letters(5)}`;
/** The same name with a Cyrillic o. */
const forge = (name: string) => name.replace('o', '\u043E');

const draftApp = async (owner?: Person) =>
  createOwnApp(server, { name: newName(), hasOwnLabels: true, owner: owner ?? (await newPublisher()) });
const publicApp = async (owner?: Person) =>
  createPublishedApp(server, { name: newName(), hasOwnLabels: true, owner: owner ?? (await newPublisher()) });

async function rename({ owner, appId }: OwnApp, name: string, locale = 'en-US') {
  const { listings } = await owner.call('apps.getListing', { appId });
  const before = listings.find((one) => one.locale === locale);
  const { texts = { summary: 'Shows the tide', description: 'Tides.' }, revision = 0 } = before ?? {};
  await owner.call('apps.updateListing', { appId, locale, revision, listing: { ...texts, name } });
}

async function approveListing(app: OwnApp) {
  await publishDrafts(app);
  const { appId } = app;
  const { differences } = await admin.call('listings.getReview', { appId });
  const changes = differences.map(({ locale, field, revision }) => ({ locale, field, revision }));
  await admin.call('listings.approve', { appId, changes });
}

const told = async ({ owner, appId }: OwnApp) =>
  (await owner.call('apps.getLookalikes', { appId })).lookalikes;
const reviewed = async (versionId: string) => (await admin.call('reviews.get', { versionId })).lookalikes;
const kindsOf = (found: Awaited<ReturnType<typeof told>>): [string, MarkKind][] =>
  found.flatMap(({ other, pairs }) => pairs.map(({ kind }): [string, MarkKind] => [other.id, kind]));

async function update(app: OwnApp) {
  const { id: versionId } = await app.upload('next');
  return (await app.owner.call('versions.submit', { versionId })).version;
}

describe('a name that is confusable with a public app', () => {
  let original: PublishedApp;
  let copy: OwnApp;
  beforeEach(async () => {
    original = await publicApp();
    copy = await draftApp();
    await rename(copy, forge(original.name));
  });

  test('is shown to its publisher before the submission, and first to the reviewer', async () => {
    const expected = {
      other: {
        id: original.appId,
        name: original.name,
        applicationId: original.applicationId,
        publisher: expect.stringMatching(/^[a-z]{12}$/),
        isPublic: true,
      },
      pairs: [
        {
          kind: 'name',
          value: forge(original.name),
          otherValue: original.name,
          finding: { rule: 'lookalike-name', severity: 'warning' },
        },
      ],
    };
    expect(await told(copy)).toMatchObject([expected]);
    const versionId = await copy.submit();
    const [found] = await reviewed(versionId);
    expect(found).toMatchObject(expected);
    const { version } = await copy.owner.call('versions.get', { versionId });
    expect(version.policyDecision?.reasons).toContainEqual({
      reason: 'finding',
      values: { rule: 'lookalike-name' },
      sentence: 'The inspection found: The name looks like that of another app in this store.',
    });
  });

  test('sends the updates of both to a person while nobody said otherwise', async () => {
    await admin.call('reviews.approve', { versionId: await copy.submit() });
    expect(kindsOf(await told(original))).toEqual([[copy.appId, 'name']]);
    await setPolicy('approve');
    for (const app of [copy, original]) {
      const { status, policyDecision } = await update(app);
      expect(status).toBe('submitted');
      expect(policyDecision?.reasons).toMatchObject([{ values: { rule: 'lookalike-name' } }]);
    }
  });

  test('is found in every language, and in the package', async () => {
    await rename(copy, copy.name);
    expect(await told(copy)).toEqual([]);
    await rename(copy, original.name.toUpperCase(), 'de');
    expect(kindsOf(await told(copy))).toEqual([[original.appId, 'name']]);
    const packaged = await createOwnApp(server, { name: original.name, owner: await newPublisher() });
    await rename(packaged, newName());
    await packaged.upload();
    expect(kindsOf(await told(packaged))).toEqual([[original.appId, 'name']]);
  });

  test('is not raised again after staff said that the pair is not confusing, until one changes', async () => {
    const versionId = await copy.submit();
    const [found] = await reviewed(versionId);
    const pairs = found?.pairs.map(({ kind, value, otherValue }) => ({ kind, value, otherValue })) ?? [];
    const pair = { appId: copy.appId, otherAppId: original.appId, pairs };
    expect((await copy.owner.tryCall('reviews.dismissLookalike', pair)).status).toBe(403);
    const unknown = { ...pair, otherAppId: 'nothing' };
    expect((await admin.tryCall('reviews.dismissLookalike', unknown)).status).toBe(404);
    await admin.call('reviews.dismissLookalike', pair);
    await admin.call('reviews.dismissLookalike', pair);
    expect(await reviewed(versionId)).toEqual([]);
    expect(await told(copy)).toEqual([]);
    const { entries } = await admin.call('audit.list', { appId: copy.appId, event: 'review.' });
    expect(entries.filter(({ event }) => event === 'review.lookalike-dismissed')).toMatchObject([
      {
        actorUid: admin.uid,
        details: { otherAppId: original.appId, other: original.name, kinds: ['name'], pairs },
      },
    ]);

    await admin.call('reviews.approve', { versionId });
    await setPolicy('approve');
    expect((await update(original)).status).toBe('published');
    await rename(copy, `${original.name}!`);
    const { lookalikes } = await admin.call('listings.getReview', { appId: copy.appId });
    expect(lookalikes).toMatchObject([{ other: { id: original.appId }, pairs: [{ kind: 'name' }] }]);
  });

  test('is reported by the mode of its rule', async () => {
    await setRules({ ...WITHOUT_ICONS, 'lookalike-name': 'observe' });
    const versionId = await copy.submit();
    expect(kindsOf(await reviewed(versionId))).toEqual([[original.appId, 'name']]);
    await admin.call('reviews.approve', { versionId });
    await setPolicy('approve');
    expect((await update(copy)).status).toBe('published');
    await setRules({ ...WITHOUT_ICONS, 'lookalike-name': 'off' });
    expect(await told(copy)).toEqual([]);
    expect(await reviewed(versionId)).toEqual([]);
  });
});

describe('an app that is not public', () => {
  test('is not revealed to other publishers, and to staff only while it is in review', async () => {
    const [hidden, other] = [await draftApp(), await draftApp()];
    await rename(other, forge(hidden.name));
    const versionId = await other.submit();
    expect(await told(other)).toEqual([]);
    expect(await reviewed(versionId)).toEqual([]);
    const hiddenId = await hidden.submit();
    expect(await told(other)).toEqual([]);
    expect(await told(hidden)).toEqual([]);
    expect(await reviewed(versionId)).toMatchObject([
      { other: { id: hidden.appId, isPublic: false }, pairs: [{ finding: { severity: 'info' } }] },
    ]);
    const { version } = await hidden.owner.call('versions.get', { versionId: hiddenId });
    expect(version.policyDecision?.reasons).not.toContainEqual(
      expect.objectContaining({ values: { rule: 'lookalike-name' } }),
    );
  });

  test('but was, is shown to staff as a warning and not to publishers', async () => {
    const [gone, other] = [await publicApp(), await draftApp()];
    await gone.owner.call('apps.unpublish', { appId: gone.appId });
    await rename(other, forge(gone.name));
    expect(await told(other)).toEqual([]);
    expect(await reviewed(await other.submit())).toMatchObject([
      { other: { id: gone.appId, isPublic: false }, pairs: [{ finding: { severity: 'warning' } }] },
    ]);
  });
});

describe('apps of the same people', () => {
  test('are not compared', async () => {
    const original = await publicApp();
    const second = await draftApp(original.owner);
    await rename(second, forge(original.name));
    expect(await told(second)).toEqual([]);
    expect(await reviewed(await second.submit())).toEqual([]);
  });

  test('are those of which somebody is a maintainer, not those that somebody only looks at', async () => {
    const original = await publicApp();
    const copy = await draftApp();
    await rename(copy, forge(original.name));
    const join = async (role: 'viewer' | 'maintainer') => {
      await original.owner.call('members.invite', { appId: original.appId, email: copy.owner.email, role });
      const email = await awaitEmail(server, copy.owner.email, /^Work on an app/);
      const token = new URL(invitationLinkOf(email)).searchParams.get('invitation') ?? '';
      await copy.owner.call('members.accept', { token });
    };
    await join('viewer');
    expect(kindsOf(await told(copy))).toEqual([[original.appId, 'name']]);
    await original.owner.call('members.setRole', {
      appId: original.appId,
      uid: copy.owner.uid,
      role: 'maintainer',
    });
    expect(await told(copy)).toEqual([]);
  });
});

describe('a change of a published listing', () => {
  test('to a confusable name waits for a person who sees the other app, and is compared once it is live', async () => {
    const [original, later] = [await publicApp(), await publicApp()];
    await rename(later, forge(original.name));
    expect(kindsOf(await told(later))).toEqual([[original.appId, 'name']]);
    expect(await told(original)).toEqual([]);
    await publishDrafts(later);
    const { differences, lookalikes } = await admin.call('listings.getReview', { appId: later.appId });
    expect(differences).toMatchObject([{ field: 'name', after: forge(original.name) }]);
    expect(lookalikes).toMatchObject([{ other: { id: original.appId, isPublic: true } }]);
    await approveListing(later);
    expect(kindsOf(await told(original))).toEqual([[later.appId, 'name']]);
    await rename(later, later.name);
    await approveListing(later);
    expect(await told(original)).toEqual([]);
  });

  test('is no longer compared once it was discarded', async () => {
    const [original, later] = [await publicApp(), await publicApp()];
    await rename(later, forge(original.name));
    const { unpublished } = await later.owner.call('apps.getListing', { appId: later.appId });
    const changes = unpublished.map(({ locale, field, revision }) => ({ locale, field, revision }));
    expect(kindsOf(await told(later))).toEqual([[original.appId, 'name']]);
    await later.owner.call('apps.discardListingChanges', { appId: later.appId, changes });
    expect(await told(later)).toEqual([]);
  });

  test('to a confusable icon waits, too, also when its colors and size differ', async () => {
    await setRules({ 'lookalike-icon': 'enforce' });
    const [original, later] = [await publicApp(), await publicApp()];
    const withoutPackages = (found: Awaited<ReturnType<typeof told>>) =>
      found
        .flatMap(({ other, pairs }) => pairs.map((pair) => ({ ...pair, other: other.id })))
        .filter(({ kind, value }) => kind === 'icon' && value.startsWith('graphics/'));
    await addIcon(original, await drawSign({ size: 512, back: '#113355' }));
    await approveListing(original);
    await addIcon(later, await drawSign({ size: 300, back: '#f0e0d0', front: '#c02010' }));
    const pair = { other: original.appId, otherValue: expect.stringMatching(/^graphics\//) };
    expect(withoutPackages(await told(later))).toMatchObject([pair]);
    await publishDrafts(later);
    const { differences, lookalikes } = await admin.call('listings.getReview', { appId: later.appId });
    expect(differences).toMatchObject([{ field: 'icon' }]);
    expect(withoutPackages(lookalikes)).toMatchObject([pair]);

    const plain = await publicApp();
    await addIcon(plain, await solid('#1a5276'));
    await approveListing(plain);
    await addIcon(later, await solid('#7b241c'));
    await publishDrafts(later);
    expect(withoutPackages(await told(later))).toEqual([]);
  });
});

describe('what an app is recognised by', () => {
  test('is compared when a command pushes the listing', async () => {
    await setRules({ 'lookalike-icon': 'enforce' });
    const [original, copy] = [await publicApp(), await draftApp()];
    await addIcon(original, await drawSign({ size: 512, back: '#336633' }));
    await approveListing(original);
    const body = new Uint8Array(await drawSign({ size: 400, back: '#663366' }));
    const staged = await copy.owner.fetch(`graphics/${copy.appId}/icon`, { method: 'POST', body });
    const { graphic } = (await staged.json()).result;
    await copy.owner.call('apps.applyListing', {
      appId: copy.appId,
      texts: { 'en-US': { name: forge(original.name) } },
      graphics: { 'en-US': { icon: [graphic.id] } },
    });
    const own = (await told(copy)).filter(({ other }) => other.id === original.appId);
    expect(kindsOf(own).map(([, kind]) => kind)).toEqual(expect.arrayContaining(['name', 'icon']));
  });

  test('is compared when files are imported into the listing', async () => {
    const [original, copy] = [await publicApp(), await draftApp()];
    const files = { 'de/title.txt': forge(original.name) };
    await copy.owner.call('apps.importListing', { appId: copy.appId, files });
    expect(kindsOf(await told(copy))).toEqual([[original.appId, 'name']]);
  });

  test('no longer includes the name of a package that was deleted', async () => {
    const original = await publicApp();
    const copy = await createOwnApp(server, { name: original.name, owner: await newPublisher() });
    await rename(copy, newName());
    const { id: versionId } = await copy.upload();
    expect(kindsOf(await told(copy))).toContainEqual([original.appId, 'name']);
    await copy.owner.call('versions.delete', { versionId });
    expect(await told(copy)).toEqual([]);
  });
});

describe('other marks', () => {
  test.each([
    ['with lookalike characters', (id: string) => id.replace('m', 'rn')],
    ['in another order', (id: string) => id.split('.').toReversed().join('.')],
    ['with a part behind it', (id: string) => `${id}.pro`],
  ])('an application ID %s is found', async (_, forged) => {
    const [first, second] = [await newPublisher(), await newPublisher()];
    const applicationId = `com.mo${letters(6)}.app`;
    const own = { platform: 'android' as const, applicationId, name: letters(10) };
    const { app } = await first.call('apps.create', own);
    await server.context.pool.query("UPDATE apps SET status = 'published' WHERE id = $1", [app.id]);
    await server.context.pool.query('UPDATE app_marks SET is_live = true WHERE app_id = $1', [app.id]);
    const copy = { ...own, applicationId: forged(applicationId), name: letters(10) };
    const { app: made } = await second.call('apps.create', copy);
    const { lookalikes } = await second.call('apps.getLookalikes', { appId: made.id });
    expect(lookalikes).toMatchObject([
      {
        other: { id: app.id },
        pairs: [{ kind: 'id', value: copy.applicationId, otherValue: applicationId }],
      },
    ]);
  });

  test('a publisher’s name like that of another one is found', async () => {
    const original = await publicApp();
    const copy = await publicApp();
    const { app } = await original.owner.call('apps.get', { appId: original.appId });
    await copy.owner.call('users.updateProfile', { developerName: `${app.ownerName}.` });
    const [found] = await told(copy);
    expect(found).toMatchObject({ other: { id: original.appId }, pairs: [{ kind: 'developer' }] });
    const { differences } = await admin.call('listings.getReview', { appId: copy.appId });
    expect(differences).toMatchObject([{ field: 'developerName' }]);
  });

  test('the name of a publisher who takes over a draft app is compared', async () => {
    const original = await publicApp();
    const draft = await draftApp();
    const { app } = await original.owner.call('apps.get', { appId: original.appId });
    const publisher = await newPublisher();
    await publisher.call('users.updateProfile', { developerName: `${app.ownerName}.` });
    const { appId } = draft;
    await draft.owner.call('members.invite', { appId, email: publisher.email, role: 'publisher' });
    const email = await awaitEmail(server, publisher.email, /^Become the publisher/);
    const token = new URL(invitationLinkOf(email)).searchParams.get('invitation') ?? '';
    await publisher.call('members.accept', { token });
    expect(kindsOf(await told(draft))).toEqual([[original.appId, 'developer']]);
  });

  test.each([
    ['تطبيق الملاحة', 'تطبيق‌الملاحة'],
    ['微信读书', '微信 读书'],
    ['🎧🎸', '🎧 🎸'],
    ['Ноты онлайн', 'Hоты онлайн'],
  ])('a name such as %s is compared like any other', async (name, forged) => {
    const original = await publicApp();
    await rename(original, name);
    await approveListing(original);
    const copy = await draftApp();
    await rename(copy, forged);
    expect(kindsOf(await told(copy))).toEqual([[original.appId, 'name']]);
    await rename(original, original.name);
    await approveListing(original);
  });

  test('of a store from before they were stored are stored by a job', async () => {
    const original = await publicApp();
    const copy = await draftApp();
    await rename(copy, forge(original.name));
    await addIcon(original, await drawSign({ size: 512, back: '#224466' }));
    const { pool } = server.context;
    const count = async (table: string) => (await pool.query(`SELECT FROM ${table}`)).rowCount;
    const [marks, hashes] = [await count('app_marks'), await count('icon_hashes')];
    await pool.query('DELETE FROM app_marks');
    await pool.query('DELETE FROM icon_hashes');
    expect(await told(copy)).toEqual([]);
    await indexMarks(server.context, new AbortController().signal);
    expect(kindsOf(await told(copy))).toEqual([[original.appId, 'name']]);
    expect(await count('app_marks')).toBe(marks);
    expect(await count('icon_hashes')).toBeLessThanOrEqual(hashes ?? 0);
    expect(await count('icon_hashes')).toBeGreaterThan(1);
  });
});

describe('an admin who publishes one of the apps', () => {
  beforeAll(async () => {
    const second = await server.onboard({ name: 'Ada Admin' });
    await server.context.pool.query("UPDATE users SET role = 'admin' WHERE uid = $1", [second.uid]);
  });

  test('leaves it to another admin to say that the pair is not confusing', async () => {
    const original = await publicApp();
    const copy = await draftApp();
    await rename(copy, forge(original.name));
    await copy.submit();
    await server.context.pool.query('UPDATE apps SET owner_uid = $2 WHERE id = $1', [
      original.appId,
      admin.uid,
    ]);
    const { status, error } = await admin.tryCall('reviews.dismissLookalike', {
      appId: copy.appId,
      otherAppId: original.appId,
      pairs: [{ kind: 'name', value: forge(original.name), otherValue: original.name }],
    });
    expect([status, error?.details]).toMatchObject([400, { reason: 'own-app' }]);
  });
});

async function addIcon({ owner, appId }: OwnApp, png: Buffer) {
  const body = new Uint8Array(png);
  const response = await owner.fetch(`graphics/${appId}/en-US/icon`, { method: 'POST', body });
  expect(response.status).toBe(200);
}

const solid = (background: string) =>
  sharp({ create: { width: 512, height: 512, channels: 3, background } })
    .png()
    .toBuffer();

/** Draws three bars of different lengths on a background. */
function drawSign({ size, back, front = '#ffffff' }: { size: number; back: string; front?: string }) {
  const bar = (width: number, left: number, top: number) => ({
    input: {
      create: {
        width: Math.round(size * width),
        height: Math.round(size * 0.14),
        channels: 3 as const,
        background: front,
      },
    },
    left: Math.round(size * left),
    top: Math.round(size * top),
  });
  return sharp({ create: { width: size, height: size, channels: 3, background: back } })
    .composite([bar(0.6, 0.2, 0.2), bar(0.3, 0.2, 0.44), bar(0.5, 0.3, 0.68)])
    .png()
    .toBuffer();
}
