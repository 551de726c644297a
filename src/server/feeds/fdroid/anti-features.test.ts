import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FOUND_ANTI_FEATURES } from '#shared/listings/anti-feature.ts';
import { RULE_GROUPS } from '#shared/packages/rules/catalogue.ts';
import { createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let admin: Person;
let stranger: Person;
let app: PublishedApp;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, stranger] = await Promise.all([server.admin(), server.onboard('stranger@example.org')]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  app = await createPublishedApp(server);
  ({ owner, appId } = app);
});

interface IndexVersion {
  readonly manifest: { readonly versionCode: number };
  readonly antiFeatures?: Record<string, Record<string, string>>;
  readonly releaseChannels?: readonly string[];
}

/** Returns the repository section of the current index, and the app's versions by version code. */
async function readIndex() {
  const entry = await (await server.nobody.fetch('fdroid/repo/entry.json')).json();
  const index = await (await server.nobody.fetch(`fdroid/repo${entry.index.name}`)).json();
  const versions: IndexVersion[] = Object.values(index.packages[app.applicationId]?.versions ?? {});
  const antiFeatures = (code: number) =>
    versions.find(({ manifest }) => manifest.versionCode === code)?.antiFeatures;
  return { repo: index.repo, versions, antiFeatures };
}

async function publishNext(): Promise<string> {
  const versionId = await app.submit('next');
  await admin.call('reviews.approve', { versionId });
  return versionId;
}

const TRACKING = { antiFeature: 'Tracking', reasons: { 'en-US': 'Sends taps to a server.' } } as const;
const events = async (event: string) =>
  (await admin.call('audit.list', { appId, event })).entries.map(({ details }) => details);

describe('anti-features of an app', () => {
  test('reach the index at once with their reasons and definitions, and leave it again', async () => {
    const reasons = { 'en-US': 'Its server can’t be replaced.', de: 'Der Server lässt sich nicht ersetzen.' };
    const set = { appId, antiFeature: 'NonFreeNet', reasons } as const;
    const { declared } = await owner.call('antiFeatures.set', set);
    expect(declared).toMatchObject([{ antiFeature: 'NonFreeNet', setBy: 'publisher', reasons }]);
    // The same again changes nothing.
    expect((await owner.call('antiFeatures.set', set)).declared).toEqual(declared);
    expect(await events('app.anti-feature-set')).toEqual([
      { antiFeature: 'NonFreeNet', by: 'publisher', reasons },
    ]);
    await expect.poll(async () => (await readIndex()).antiFeatures(1)).toEqual({ NonFreeNet: reasons });
    expect((await readIndex()).repo.antiFeatures).toMatchObject({
      NonFreeNet: {
        name: { 'en-US': 'Proprietary network service' },
        description: { 'en-US': expect.stringContaining('network service') },
      },
    });
    const page = await (await server.nobody.fetch(`fdroid/repo/?app=${app.applicationId}`)).text();
    expect(page).toContain('Proprietary network service');
    expect(page).toContain('Its server can’t be replaced.');

    for (let time = 0; time < 2; time += 1) {
      const left = await owner.call('antiFeatures.remove', { appId, antiFeature: 'NonFreeNet' });
      expect(left.declared).toEqual([]);
    }
    expect(await events('app.anti-feature-removed')).toHaveLength(1);
    await expect.poll(async () => (await readIndex()).antiFeatures(1)).toBeUndefined();
    expect((await readIndex()).repo.antiFeatures?.NonFreeNet).toBeUndefined();
  });

  test('set by staff cannot be changed by the publisher, who is notified of the reason', async () => {
    await owner.call('antiFeatures.set', {
      appId,
      antiFeature: 'Tracking',
      reasons: { de: 'Nur Abstürze.' },
    });
    await admin.call('antiFeatures.setByStaff', { appId, ...TRACKING });
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications[0]).toMatchObject({
      title: 'Anti-feature added',
      message: expect.stringContaining('Sends taps to a server.'),
    });
    for (const response of [
      await owner.tryCall('antiFeatures.remove', { appId, antiFeature: 'Tracking' }),
      await owner.tryCall('antiFeatures.set', { appId, ...TRACKING }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.error.message).toBe('Store staff set this anti-feature, so only they can change it.');
    }
    const { declared } = await owner.call('antiFeatures.list', { appId });
    expect(declared).toMatchObject([{ ...TRACKING, setBy: 'staff' }]);
    await admin.call('antiFeatures.removeByStaff', { appId, antiFeature: 'Tracking' });
    expect((await owner.call('antiFeatures.list', { appId })).declared).toEqual([]);
    expect((await owner.call('notifications.list', {})).notifications[0]?.title).toBe('Anti-feature removed');
  });

  test('are rejected for other people’s apps, unknown ids, and reasons that are missing or too long', async () => {
    const set = (by: Person, change: object) =>
      by.tryCall('antiFeatures.set', { appId, ...TRACKING, ...change });
    expect((await set(stranger, {})).status).toBe(404);
    expect((await set(admin, {})).status).toBe(403);
    expect((await owner.tryCall('antiFeatures.setByStaff', { appId, ...TRACKING })).status).toBe(403);
    expect((await stranger.tryCall('antiFeatures.list', { appId })).status).toBe(404);
    expect((await stranger.tryCall('antiFeatures.remove', { appId, antiFeature: 'Tracking' })).status).toBe(
      404,
    );
    // The last two come from the inspection and from a mark of staff.
    for (const antiFeature of ['Nonsense', 'tracking', 'ApplicationDebuggable', 'KnownVuln']) {
      expect((await set(owner, { antiFeature })).status).toBe(400);
    }
    const manyLocales = Array.from({ length: 21 }, (_, at) => [`a${String.fromCodePoint(97 + at)}`, 'Yes.']);
    for (const reasons of [
      {},
      { 'en-US': ' ' },
      { 'en-US': 'x'.repeat(301) },
      { 'not a tag': 'Yes.' },
      Object.fromEntries(manyLocales),
    ]) {
      expect((await set(owner, { reasons })).status).toBe(400);
    }
    expect((await owner.call('antiFeatures.list', { appId })).declared).toEqual([]);
  });

  test('do not exist for iOS apps', async () => {
    const { app: other } = await owner.call('apps.create', {
      platform: 'ios',
      applicationId: app.applicationId,
      name: 'Harbour',
    });
    const response = await owner.tryCall('antiFeatures.set', { appId: other.id, ...TRACKING });
    expect(response.error.message).toContain('Only Android apps');
  });
});

describe('known vulnerabilities', () => {
  const reason = 'CVE-2026-1234: reads any file.';

  test('mark one version in the index, and its publisher is notified', async () => {
    const next = await publishNext();
    const mark = { versionId: next, reason };
    expect((await owner.tryCall('versions.markVulnerable', mark)).status).toBe(403);
    const { version, changed } = await admin.call('versions.markVulnerable', mark);
    expect([version.vulnerability, changed]).toEqual([reason, 1]);
    expect((await admin.call('versions.markVulnerable', mark)).changed).toBe(0);
    expect((await owner.call('versions.get', { versionId: next })).version.vulnerability).toBe(reason);
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications.filter(({ title }) => title === 'Known vulnerability')).toHaveLength(1);
    await expect
      .poll(async () => (await readIndex()).antiFeatures(2))
      .toEqual({ KnownVuln: { 'en-US': reason } });
    expect((await readIndex()).antiFeatures(1)).toBeUndefined();
    expect((await owner.call('antiFeatures.list', { appId })).ofVersions).toMatchObject([
      { versionId: next, antiFeature: 'KnownVuln', reason },
    ]);

    for (const expected of [1, 0]) {
      const unmarked = await admin.call('versions.unmarkVulnerable', { versionId: next });
      expect([unmarked.version.vulnerability, unmarked.changed]).toEqual([null, expected]);
    }
    await expect.poll(async () => (await readIndex()).antiFeatures(2)).toBeUndefined();
  });

  test('mark earlier versions too, with one notification and an event for each', async () => {
    const next = await publishNext();
    const all = { versionId: next, andEarlier: true };
    expect((await admin.call('versions.markVulnerable', { ...all, reason })).changed).toBe(2);
    const vulnerable = { KnownVuln: { 'en-US': reason } };
    await expect.poll(async () => (await readIndex()).antiFeatures(1)).toEqual(vulnerable);
    expect((await readIndex()).antiFeatures(2)).toEqual(vulnerable);
    expect(await events('version.vulnerability-marked')).toHaveLength(2);
    const { notifications } = await owner.call('notifications.list', {});
    const [notification, ...others] = notifications.filter(({ title }) => title === 'Known vulnerability');
    expect(others).toEqual([]);
    expect(notification?.message).toContain('2 versions');
    // Unmarking the earlier one alone leaves the later one marked.
    await admin.call('versions.unmarkVulnerable', { versionId: app.versionId });
    await expect.poll(async () => (await readIndex()).antiFeatures(1)).toBeUndefined();
    expect((await readIndex()).antiFeatures(2)).toEqual(vulnerable);
  });

  test('are rejected for versions that nobody has, and without a reason', async () => {
    const { id: versionId } = await app.upload('next');
    const response = await admin.tryCall('versions.markVulnerable', { versionId, reason });
    expect(response.error.message).toContain('never published');
    for (const wrong of ['', 'x'.repeat(301)]) {
      const mark = { versionId: app.versionId, reason: wrong };
      expect((await admin.tryCall('versions.markVulnerable', mark)).status).toBe(400);
    }
    expect((await admin.tryCall('versions.markVulnerable', { versionId: 'x', reason })).status).toBe(404);
  });
});

test('a debuggable version that the store lets pass says so, with what the inspection found', async () => {
  const finding = { rule: 'debuggable', severity: 'warning', values: {} };
  const others = { ...finding, rule: 'weak-key', values: { subject: 'CN=Harbour', bits: 1_024 } };
  await server.context.pool.query('UPDATE versions SET findings = $1 WHERE id = $2', [
    JSON.stringify([finding, others]),
    app.versionId,
  ]);
  await owner.call('antiFeatures.set', { appId, ...TRACKING });
  await expect
    .poll(async () => (await readIndex()).antiFeatures(1))
    .toEqual({
      ApplicationDebuggable: { 'en-US': 'The manifest sets android:debuggable.' },
      Tracking: TRACKING.reasons,
    });
  const { ofVersions } = await owner.call('antiFeatures.list', { appId });
  expect(ofVersions).toMatchObject([{ antiFeature: 'ApplicationDebuggable', finding }]);
});

test('a beta version is in the channel that the repository defines', async () => {
  const versionId = (await app.upload('next')).id;
  await owner.call('versions.submit', { versionId, track: 'beta' });
  await admin.call('reviews.approve', { versionId });
  await expect
    .poll(async () => (await readIndex()).repo.releaseChannels)
    .toMatchObject({ Beta: { name: { 'en-US': 'Beta' }, description: { 'en-US': expect.any(String) } } });
  const channels = (await readIndex()).versions.map((version) => [
    version.manifest.versionCode,
    version.releaseChannels,
  ]);
  expect(new Map(channels as [number, string[] | undefined][])).toEqual(
    new Map([
      [1, undefined],
      [2, ['Beta']],
    ]),
  );
});

test('every rule that is an anti-feature exists', () => {
  const rules = RULE_GROUPS.flatMap((group) => group.rules.map(({ id }) => id));
  expect(rules).toEqual(expect.arrayContaining(Object.keys(FOUND_ANTI_FEATURES)));
});
