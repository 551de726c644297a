import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeSettingsSchema } from '#shared/settings/settings.ts';
import { callAsProgram } from '#test/support/call-as-program.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

test('a setting that is not named keeps its value', async () => {
  await admin.call('settings.update', { settings: { minTargetSdk: 30 } });
  const { settings } = await admin.call('settings.update', { settings: { storeName: 'Pier' } });
  expect(settings).toMatchObject({ storeName: 'Pier', minTargetSdk: 30 });
  expect((await admin.call('settings.get', {})).settings).toMatchObject({
    storeName: 'Pier',
    minTargetSdk: 30,
  });
});

test.each([
  [{}, 'settings'],
  [{ minTargetSdk: 0 }, 'settings.minTargetSdk'],
  [{ accent: 'teal' }, 'settings.accent'],
  [{ accent: '#0af' }, 'settings.accent'],
  [{ accent: '#00796b80' }, 'settings.accent'],
  [{ accent: '#00796g' }, 'settings.accent'],
  [{ tagline: 'a'.repeat(81) }, 'settings.tagline'],
  [{ tagline: 'Apps\nfor the harbour' }, 'settings.tagline'],
  [{ tagline: 'Apps\u0007' }, 'settings.tagline'],
  [{ tagline: 'Apps \u202efor the harbour' }, 'settings.tagline'],
  [{ review: { updates: 'never', staleClaimHours: 24 } }, 'settings.review.updates'],
  [{ limits: { packageMegabytes: 5000, screenshots: 8 } }, 'settings.limits.packageMegabytes'],
  [
    {
      categories: [
        { id: 'games', name: 'Games' },
        { id: 'games', name: 'Play' },
      ],
    },
    'settings.categories',
  ],
  [{ rules: { debugable: 'off' } }, 'settings.rules.debugable'],
  [{ rules: { 'zip-bomb': 'off' } }, 'settings.rules.zip-bomb'],
  [{ rules: { debuggable: 'sometimes' } }, 'settings.rules.debuggable'],
])('rejects %j and says where it is wrong', async (settings, path) => {
  const response = await admin.tryCall('settings.update', { settings });
  expect(response.status).toBe(400);
  expect(response.error.details?.issues).toMatchObject([{ path }]);
});

test('are the admins’ alone', async () => {
  const owner = await server.onboard('owner@example.org');
  for (const settings of [{ storeName: 'Mine' }, { accent: '#00796b' }, { tagline: 'Mine' }]) {
    expect((await owner.tryCall('settings.update', { settings })).status).toBe(403);
  }
});

test('accent and tagline are trimmed and in the audit log', async () => {
  const tagline = `${'a'.repeat(79)}é`;
  await admin.call('settings.update', { settings: { accent: '#00796B', tagline: ` ${tagline} ` } });
  const { settings } = await admin.call('settings.get', {});
  expect(settings).toMatchObject({ accent: '#00796b', tagline });
  const { entries } = await admin.call('audit.list', { event: 'settings.updated' });
  expect(entries[0]?.details).toMatchObject({ changed: ['tagline', 'accent'], after: { accent: '#00796b' } });
});

describe('settings.get', () => {
  const PUBLIC = ['registration', 'storeName', 'tagline'];
  const keysOf = ({ settings }: { settings: object }) => Object.keys(settings).sort();

  test.each(storeSettingsSchema.shape.storeAccess.unwrap().options)(
    'tells everyone what the sign-in page shows, and nothing else: %s store',
    async (storeAccess) => {
      const shown = { storeName: 'Pier', tagline: 'Apps for the harbour', registration: 'open' } as const;
      await admin.call('settings.update', { settings: { ...shown, storeAccess } });
      expect(await server.nobody.call('settings.get', {})).toEqual({
        settings: shown,
        needsFirstAdmin: false,
        logo: null,
        sendsEmail: false,
        isPublic: storeAccess === 'public',
        legalTexts: [],
      });
    },
  );

  test('tells no more to a token that isn’t valid, or for another input', async () => {
    for (const secret of ['nobody', 'qs_nothing']) {
      const { status, result } = await callAsProgram(server, secret, { name: 'settings.get', data: {} });
      expect([status, result]).toEqual([401, undefined]);
    }
    const asked = { name: 'settings.get', data: { settings: ['retention'], uid: admin.uid } };
    const { result } = await callAsProgram(server, null, asked);
    expect(keysOf(result)).toEqual(PUBLIC);
  });

  test('tells all settings to everyone who is signed in, also by an API token of any scope', async () => {
    const all = Object.keys(storeSettingsSchema.shape).sort();
    const reader = await server.onboard('reader@example.org', 'browse');
    const newcomer = await server.signUp('newcomer@example.org');
    for (const person of [admin, reader, newcomer]) {
      expect(keysOf(await person.call('settings.get', {}))).toEqual(all);
    }
    const { secret } = await reader.call('tokens.create', { name: 'CI', scopes: ['listing'] });
    const { result } = await callAsProgram(server, secret, { name: 'settings.get', data: {} });
    expect(keysOf(result)).toEqual(all);
  });
});

test('saves nothing when a setting is not as the caller saw it, and names it', async () => {
  await admin.call('settings.update', { settings: { minTargetSdk: 30, tagline: 'Seen' } });
  const before = { minTargetSdk: 30, tagline: 'Seen' };
  await admin.call('settings.update', { settings: { tagline: 'Changed' } });
  const late = await admin.tryCall('settings.update', { settings: { minTargetSdk: 31 }, before });
  expect(late.status).toBe(409);
  expect(late.error.details).toMatchObject({ reason: 'stale', changed: ['tagline'] });
  expect((await admin.call('settings.get', {})).settings).toMatchObject({
    minTargetSdk: 30,
    tagline: 'Changed',
  });
  const { settings } = await admin.call('settings.update', {
    settings: { minTargetSdk: 31 },
    before: { ...before, tagline: 'Changed' },
  });
  expect(settings.minTargetSdk).toBe(31);
});

test('of admins who save the same setting at once, one wins and the others get an error', async () => {
  const { settings } = await admin.call('settings.update', { settings: { storeName: 'Before' } });
  const before = { storeName: settings.storeName };
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      admin.tryCall('settings.update', { settings: { storeName: `Store ${index}` }, before }),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
});
