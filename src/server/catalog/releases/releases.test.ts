import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPublishedApp, type OwnApp } from '#test/support/own-app.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let owner: Person;
let admin: Person;
let stranger: Person;
let app: OwnApp;
let appId: string;
let firstId: string;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, stranger] = await Promise.all([server.admin(), server.onboard('stranger@example.org')]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const published = await createPublishedApp(server);
  ({ owner, appId, versionId: firstId } = published);
  app = published;
  versionId = (await app.upload('next')).id;
});

const submitAndApprove = async (how: object) => {
  await owner.call('versions.submit', { versionId, ...how });
  return (await admin.call('reviews.approve', { versionId })).version.status;
};
const live = async () => (await owner.call('apps.get', { appId })).live;
const versionsOf = async (devices: number) => {
  const responses = await Promise.all(
    Array.from({ length: devices }, (_, at) =>
      server.nobody.call('releases.getForDevice', {
        platform: 'android',
        applicationId: app.applicationId,
        deviceId: `device ${at}`,
      }),
    ),
  );
  return responses.map(({ version }) => version?.versionCode);
};

describe('a publication', () => {
  test('set to manual waits for its publisher', async () => {
    expect(await submitAndApprove({ publication: { kind: 'manual' } })).toBe('approved');
    expect(await live()).toMatchObject({
      stable: { versionId: firstId },
      next: { versionId, status: 'waiting' },
    });
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications[0]?.message).toContain('isn’t in the store yet');
    expect((await stranger.tryCall('releases.publish', { versionId })).status).toBe(404);
    expect((await admin.tryCall('releases.publish', { versionId })).status).toBe(403);
    for (let time = 0; time < 2; time += 1) {
      expect((await owner.call('releases.publish', { versionId })).release.status).toBe('complete');
    }
    expect(await live()).toMatchObject({ stable: { versionId }, next: null });
  });

  test('at a date happens automatically, and the date can be changed', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await submitAndApprove({ publication: { kind: 'scheduled', at: later } })).toBe('approved');
    expect((await live()).next).toMatchObject({ status: 'scheduled', publishAt: later });
    const past = { kind: 'scheduled' as const, at: new Date(Date.now() - 1000).toISOString() };
    const rejected = await owner.tryCall('releases.schedule', { versionId, publication: past });
    expect(rejected.error.details?.issues).toMatchObject([{ path: 'publication.at' }]);
    // Again where a busy machine took longer than until then.
    await waitUntil('the date is set before it passes', async () => {
      const soon = { kind: 'scheduled' as const, at: new Date(Date.now() + 2_000).toISOString() };
      return (await owner.tryCall('releases.schedule', { versionId, publication: soon })).status === 200;
    });
    await expect.poll(async () => (await live()).stable?.versionId).toBe(versionId);
  });

  test('is rejected before approval, and for dates in the past', async () => {
    const wrong = { kind: 'scheduled', at: '2020-01-01T00:00:00.000Z' };
    expect((await owner.tryCall('versions.submit', { versionId, publication: wrong })).status).toBe(400);
    expect((await owner.tryCall('releases.publish', { versionId })).error.message).toContain(
      'hasn’t been submitted',
    );
    await owner.call('versions.submit', { versionId });
    expect((await owner.tryCall('releases.publish', { versionId })).error.message).toBe(
      'This release isn’t approved yet, so it can’t be published.',
    );
  });
});

describe('a staged rollout', () => {
  test('reaches its percentage of devices, always the same ones, and more when increased', async () => {
    expect(await submitAndApprove({ percentage: 30 })).toBe('published');
    expect(await live()).toMatchObject({
      stable: { versionId: firstId },
      rollout: { versionId, percentage: 30, status: 'rollingOut' },
    });
    const release = { status: 'rollingOut', percentage: 30, track: 'stable' };
    expect((await owner.call('versions.get', { versionId })).version.release).toMatchObject(release);
    const { versions } = await owner.call('versions.list', { appId });
    expect(versions.find(({ id }) => id === versionId)?.release).toMatchObject(release);
    expect((await owner.call('apps.get', { appId })).app.latestVersion?.release).toMatchObject(release);
    const before = await versionsOf(60);
    expect(await versionsOf(60)).toEqual(before);
    const share = before.filter((code) => code === 2).length;
    expect(share).toBeGreaterThan(5);
    expect(share).toBeLessThan(35);

    const shrink = await owner.tryCall('releases.setRollout', { versionId, percentage: 10 });
    expect(shrink.error.message).toContain('can’t decrease');
    await owner.call('releases.setRollout', { versionId, percentage: 80 });
    const after = await versionsOf(60);
    expect(before.every((code, at) => code !== 2 || after[at] === 2)).toBe(true);
    expect(after.filter((code) => code === 2).length).toBeGreaterThan(share);
  });

  test('is halted, resumed and completed, and repeating has no effect', async () => {
    await submitAndApprove({ percentage: 50 });
    for (let time = 0; time < 2; time += 1) {
      expect((await owner.call('releases.halt', { versionId })).release.status).toBe('halted');
    }
    expect((await live()).rollout?.status).toBe('halted');
    expect(new Set(await versionsOf(20))).toEqual(new Set([1]));
    expect((await owner.tryCall('releases.complete', { versionId })).error.message).toContain('is halted');
    for (let time = 0; time < 2; time += 1) {
      expect((await owner.call('releases.resume', { versionId })).release.status).toBe('rollingOut');
    }
    for (let time = 0; time < 2; time += 1) {
      expect((await owner.call('releases.complete', { versionId })).release.status).toBe('complete');
    }
    expect(new Set(await versionsOf(20))).toEqual(new Set([2]));
    const { rows } = await server.context.pool.query(
      "SELECT event FROM audit_events WHERE version_id = $1 AND event LIKE 'release.%' ORDER BY id",
      [versionId],
    );
    expect(rows.map(({ event }) => event)).toEqual([
      'release.halted',
      'release.resumed',
      'release.completed',
    ]);
  });

  test.each([0, 101, 1.5])('rejects a percentage of %d', async (percentage) => {
    const response = await owner.tryCall('versions.submit', { versionId, percentage });
    expect(response.error.details?.issues).toMatchObject([{ path: 'percentage' }]);
  });

  test('is only for members of the app', async () => {
    await submitAndApprove({ percentage: 50 });
    for (const name of ['releases.halt', 'releases.resume', 'releases.complete'] as const) {
      expect((await stranger.tryCall(name, { versionId })).status).toBe(404);
      expect((await admin.tryCall(name, { versionId })).status).toBe(403);
    }
    expect((await stranger.tryCall('releases.list', { appId })).status).toBe(404);
  });
});

test('only devices on the beta track get a beta version', async () => {
  await submitAndApprove({ track: 'beta' });
  expect(await live()).toMatchObject({ stable: { versionId: firstId }, beta: { versionId } });
  expect(await versionsOf(5)).toEqual([1, 1, 1, 1, 1]);
  const { version } = await server.nobody.call('releases.getForDevice', {
    platform: 'android',
    applicationId: app.applicationId,
    deviceId: 'd',
    track: 'beta',
  });
  expect(version?.versionCode).toBe(2);
});

test('rolling back gives new installs the earlier version, and resuming gives them the later one', async () => {
  await submitAndApprove({});
  expect(await versionsOf(3)).toEqual([2, 2, 2]);
  for (let time = 0; time < 2; time += 1) {
    const { live: now } = await owner.call('releases.rollBack', { appId, versionId: firstId });
    expect(now.stable?.versionId).toBe(firstId);
  }
  expect(await versionsOf(3)).toEqual([1, 1, 1]);
  const rejected = await owner.tryCall('releases.rollBack', { appId, versionId });
  expect(rejected.error.message).toContain('was rolled back');
  expect((await owner.tryCall('releases.rollBack', { appId, versionId: 'none' })).status).toBe(404);
  await owner.call('releases.resume', { versionId });
  expect(await versionsOf(3)).toEqual([2, 2, 2]);
});
