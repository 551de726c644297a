import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '#shared/calls.ts';
import type { QuotaName } from '#shared/quotas/quotas.ts';
import type { CallResponse, Person } from '#test/support/people.ts';
import { sendBytes, waitForInspection } from '#test/support/uploads.ts';
import { type AttackedServer, MAX_BLOCK_MS, MAX_MEMORY_MB, startAttackedServer } from './server.ts';

const MEGABYTE = 1024 ** 2;

let server: AttackedServer;
let admin: Person;
let owner: Person;
let next = 0;
beforeAll(async () => {
  server = await startAttackedServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  next += 1;
  owner = await server.onboard(`owner${next}@example.org`);
});

const limit = (person: Person, overrides: Partial<Record<QuotaName, number>>) =>
  admin.call('users.setQuotas', { uid: person.uid, overrides });

function newApp() {
  next += 1;
  return { platform: 'android', applicationId: `org.example.quota${next}`, name: 'App' } as const;
}
const createApp = async (by: Person) => (await by.call('apps.create', newApp())).app.id;
const tryUpload = (by: Person, appId: string, size = 1000) =>
  by.tryCall('versions.create', { appId, fileName: 'a.apk', size });

const usageOf = async (person: Person, quota: QuotaName) =>
  (await person.call('account.usage', {})).usage.find((each) => each.quota === quota);

function expectRejection<Name extends CallName>(response: CallResponse<Name>, quota: QuotaName): void {
  expect([response.status, response.error?.status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
  expect(response.error.details).toMatchObject({ reason: 'quota', quota });
}

/** Sends so many requests at once and returns how many of them were let through. */
async function countAccepted(requests: number, send: () => Promise<{ status: number }>): Promise<number> {
  const responses = await Promise.all(Array.from({ length: requests }, send));
  return responses.filter(({ status }) => status === 200).length;
}

describe('concurrent requests', () => {
  test('create no more apps than the quota allows', async () => {
    await limit(owner, { draftApps: 3 });
    const load = await server.measure(async () => {
      expect(await countAccepted(20, () => owner.tryCall('apps.create', newApp()))).toBe(3);
    });
    expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
    expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
    expectRejection(await owner.tryCall('apps.create', newApp()), 'draftApps');
    expect(await usageOf(owner, 'draftApps')).toMatchObject({ used: 3, limit: 3, freesAt: null });
  });

  test('open no more uploads, for one app or for several', async () => {
    await limit(owner, { openUploads: 4 });
    const appIds = [await createApp(owner), await createApp(owner), await createApp(owner)];
    let turn = 0;
    expect(await countAccepted(20, () => tryUpload(owner, appIds[turn++ % 3] ?? ''))).toBe(4);
    expectRejection(await tryUpload(owner, appIds[0] ?? ''), 'openUploads');
  });

  test('reserve no more bytes than may be stored or sent per day', async () => {
    await limit(owner, { storedMegabytes: 10 });
    const appId = await createApp(owner);
    expect(await countAccepted(12, () => tryUpload(owner, appId, 3 * MEGABYTE))).toBe(3);
    expectRejection(await tryUpload(owner, appId, 3 * MEGABYTE), 'storedMegabytes');

    await limit(owner, { dailyUploadMegabytes: 10 });
    const rejected = await tryUpload(owner, appId, 3 * MEGABYTE);
    expectRejection(rejected, 'dailyUploadMegabytes');
    const freesAt = new Date(String(rejected.error.details?.freesAt)).getTime();
    expect(freesAt).toBeGreaterThan(Date.now() - 60_000);
    expect(freesAt).toBeLessThanOrEqual(Date.now() + 86_400_000);
  });

  test('by several members do not exceed their publisher’s quota', async () => {
    const appId = await createApp(owner);
    const colleagues = await Promise.all(
      [1, 2, 3].map((number) => server.onboard(`colleague${next}${number}@example.org`)),
    );
    for (const { uid } of colleagues) {
      await server.pool.query(`INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'maintainer')`, [
        appId,
        uid,
      ]);
    }
    await limit(owner, { openUploads: 2 });
    let turn = 0;
    const colleague = () => colleagues[turn++ % 3] as Person;
    expect(await countAccepted(12, () => tryUpload(colleague(), appId))).toBe(2);
    const rejected = await tryUpload(colleague(), appId);
    expectRejection(rejected, 'openUploads');
    expect(rejected.error.message).toMatch(/^The publisher of this app has reached their quota/);
  });
});

describe('quota is not freed', () => {
  test('by deleting what was uploaded on the same day', async () => {
    await limit(owner, { dailyUploadMegabytes: 2 });
    const appId = await createApp(owner);
    const bytes = randomBytes(0.9 * MEGABYTE);
    for (let round = 0; round < 2; round += 1) {
      const { result } = await tryUpload(owner, appId, bytes.length);
      expect((await sendBytes(result.upload.url, { bytes, by: owner })).status).toBe(204);
      await waitForInspection(owner, result.version.id);
      await owner.call('versions.delete', { versionId: result.version.id });
    }
    expect(await usageOf(owner, 'storedMegabytes')).toMatchObject({ used: 0 });
    expect(await usageOf(owner, 'dailyUploadMegabytes')).toMatchObject({ used: 2 * bytes.length });
    expectRejection(await tryUpload(owner, appId, bytes.length), 'dailyUploadMegabytes');
  });

  test('by uploading to another user’s app', async () => {
    const appId = await createApp(owner);
    const friend = await server.onboard(`friend${next}@example.org`);
    await server.pool.query(`INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'maintainer')`, [
      appId,
      friend.uid,
    ]);
    await limit(friend, { openUploads: 1 });
    expect((await tryUpload(friend, appId)).status).toBe(200);
    const rejected = await tryUpload(friend, appId);
    expectRejection(rejected, 'openUploads');
    expect(rejected.error.message).toMatch(/^You have reached your quota/);
    expect(await usageOf(owner, 'openUploads')).toMatchObject({ used: 1 });
  });

  test('by transferring apps to a full account', async () => {
    const heir = await server.onboard(`heir${next}@example.org`);
    await limit(heir, { apps: 1 });
    await createApp(heir);
    const appId = await createApp(owner);
    await server.pool.query(
      `INSERT INTO app_invitations (id, app_id, email, role, token_hash, invited_by_uid, expires_at)
       VALUES ($1::text, $1::text, $2, 'publisher', encode(sha256(convert_to($1::text, 'UTF8')), 'hex'), $3, now() + interval '1 day')`,
      [appId, heir.email, owner.uid],
    );
    const response = await heir.tryCall('members.accept', { token: appId });
    expectRejection(response, 'apps');
    expect((await owner.call('apps.get', { appId })).app.ownerUid).toBe(owner.uid);
    await limit(heir, {});
    expect((await heir.tryCall('members.accept', { token: appId })).status).toBe(200);
  });

  test('but by deleting a draft, finishing an upload or deleting a file', async () => {
    await limit(owner, { draftApps: 2, openUploads: 1, storedMegabytes: 1 });
    const [appId, spare] = [await createApp(owner), await createApp(owner)];
    await owner.call('apps.delete', { appId: spare });
    await createApp(owner);
    const bytes = randomBytes(0.6 * MEGABYTE);
    const { result } = await tryUpload(owner, appId, bytes.length);
    expectRejection(await tryUpload(owner, appId, 10), 'openUploads');
    await sendBytes(result.upload.url, { bytes, by: owner });
    await waitForInspection(owner, result.version.id);
    expectRejection(await tryUpload(owner, appId, bytes.length), 'storedMegabytes');
    await owner.call('versions.delete', { versionId: result.version.id });
    expect((await tryUpload(owner, appId, bytes.length)).status).toBe(200);
  });
});

describe('quotas of an account', () => {
  test('are the store’s until an admin overrides them, which is logged', async () => {
    const store = await admin.call('settings.get', {});
    await admin.call('settings.update', { settings: { quotas: { ...store.settings.quotas, apps: 7 } } });
    expect(await usageOf(owner, 'apps')).toMatchObject({ limit: 7 });
    await limit(owner, { apps: 9 });
    expect(await usageOf(owner, 'apps')).toMatchObject({ limit: 9 });
    expect(await admin.call('users.getQuotas', { uid: owner.uid })).toMatchObject({ overrides: { apps: 9 } });
    const { entries } = await admin.call('audit.list', { event: 'user.quotas-changed' });
    expect(entries[0]).toMatchObject({ subjectUid: owner.uid, details: { before: {}, after: { apps: 9 } } });
    await admin.call('settings.update', { settings: { quotas: store.settings.quotas } });
  });

  test('can only be changed by admins', async () => {
    const uid = owner.uid;
    for (const person of [owner, server.nobody]) {
      expect([401, 403]).toContain((await person.tryCall('users.setQuotas', { uid, overrides: {} })).status);
      expect([401, 403]).toContain((await person.tryCall('users.getQuotas', { uid })).status);
    }
    expect((await admin.tryCall('users.setQuotas', { uid: 'nobody', overrides: {} })).status).toBe(404);
    expect((await server.nobody.tryCall('account.usage', {})).status).toBe(401);
  });

  test.each([{ apps: 0 }, { apps: 1.5 }, { apps: 1e9 }, { apps: 'many' }, { storedMegabytes: -1 }])(
    'are rejected when they are %j',
    async (overrides) => {
      const response = await admin.tryCall('users.setQuotas', { uid: owner.uid, overrides });
      expect([response.status, response.error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    },
  );
});
