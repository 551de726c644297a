import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPublished } from '#test/published.ts';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';
import { readFixture, uploadVersion } from '#test/upload.ts';

let server: TestServer;
let owner: Person;
let admin: Person;
let stranger: Person;
let appId: string;
let firstId: string;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, stranger] = await Promise.all([server.admin(), server.onboard('stranger@example.org')]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ owner, appId, versionId: firstId } = await createPublished(server));
  versionId = (await uploadVersion(owner, appId, await readFixture('next.apk'))).id;
});

const submitAndApprove = async (how: object) => {
  await owner.call('versions.submit', { versionId, ...how });
  return (await admin.call('reviews.approve', { versionId })).version.status;
};
const live = async () => (await owner.call('apps.get', { appId })).live;
const offersOf = async (devices: number) => {
  const answers = await Promise.all(
    Array.from({ length: devices }, (_, at) =>
      server.nobody.call('releases.offer', {
        platform: 'android',
        applicationId: 'org.example.harbour',
        deviceId: `device ${at}`,
      }),
    ),
  );
  return answers.map(({ offer }) => offer?.versionCode);
};

describe('a publication', () => {
  test('by hand waits for its publisher', async () => {
    expect(await submitAndApprove({ publication: { kind: 'manual' } })).toBe('approved');
    expect(await live()).toMatchObject({
      stable: { versionId: firstId },
      next: { versionId, state: 'waiting' },
    });
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications[0]?.message).toContain('not in the store yet');
    expect((await stranger.tryCall('releases.publish', { versionId })).status).toBe(404);
    expect((await admin.tryCall('releases.publish', { versionId })).status).toBe(403);
    for (let time = 0; time < 2; time += 1) {
      expect((await owner.call('releases.publish', { versionId })).release.state).toBe('complete');
    }
    expect(await live()).toMatchObject({ stable: { versionId }, next: null });
  });

  test('at a date comes by itself, and the date can be changed', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await submitAndApprove({ publication: { kind: 'atDate', at: later } })).toBe('approved');
    expect((await live()).next).toMatchObject({ state: 'scheduled', publishAt: later });
    const past = { kind: 'atDate' as const, at: new Date(Date.now() - 1000).toISOString() };
    const refused = await owner.tryCall('releases.schedule', { versionId, publication: past });
    expect(refused.error.details?.issues).toMatchObject([{ path: 'publication.at' }]);
    const soon = { kind: 'atDate' as const, at: new Date(Date.now() + 500).toISOString() };
    await owner.call('releases.schedule', { versionId, publication: soon });
    await expect.poll(async () => (await live()).stable?.versionId, { timeout: 15_000 }).toBe(versionId);
  });

  test('is refused before the approval and for dates in the past', async () => {
    const wrong = { kind: 'atDate', at: '2020-01-01T00:00:00.000Z' };
    expect((await owner.tryCall('versions.submit', { versionId, publication: wrong })).status).toBe(400);
    expect((await owner.tryCall('releases.publish', { versionId })).error.details?.reason).toContain(
      'not submitted',
    );
    await owner.call('versions.submit', { versionId });
    expect((await owner.tryCall('releases.publish', { versionId })).error.details?.reason).toBe(
      'This release is not approved yet, so it cannot be published.',
    );
  });
});

describe('a staged rollout', () => {
  test('reaches its share of devices, always the same ones, and more when it is raised', async () => {
    expect(await submitAndApprove({ percentage: 30 })).toBe('published');
    expect(await live()).toMatchObject({
      stable: { versionId: firstId },
      rollout: { versionId, percentage: 30, state: 'rollingOut' },
    });
    const before = await offersOf(60);
    expect(await offersOf(60)).toEqual(before);
    const share = before.filter((code) => code === 2).length;
    expect(share).toBeGreaterThan(5);
    expect(share).toBeLessThan(35);

    const shrink = await owner.tryCall('releases.setRollout', { versionId, percentage: 10 });
    expect(shrink.error.details?.reason).toContain('cannot shrink');
    await owner.call('releases.setRollout', { versionId, percentage: 80 });
    const after = await offersOf(60);
    expect(before.every((code, at) => code !== 2 || after[at] === 2)).toBe(true);
    expect(after.filter((code) => code === 2).length).toBeGreaterThan(share);
  });

  test('is halted, resumed and completed, twice like once', async () => {
    await submitAndApprove({ percentage: 50 });
    for (let time = 0; time < 2; time += 1) {
      expect((await owner.call('releases.halt', { versionId })).release.state).toBe('halted');
    }
    expect((await live()).rollout?.state).toBe('halted');
    expect(new Set(await offersOf(20))).toEqual(new Set([1]));
    expect((await owner.tryCall('releases.complete', { versionId })).error.details?.reason).toContain(
      'is halted',
    );
    for (let time = 0; time < 2; time += 1) {
      expect((await owner.call('releases.resume', { versionId })).release.state).toBe('rollingOut');
    }
    for (let time = 0; time < 2; time += 1) {
      expect((await owner.call('releases.complete', { versionId })).release.state).toBe('complete');
    }
    expect(new Set(await offersOf(20))).toEqual(new Set([2]));
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

  test.each([0, 101, 1.5])('has no share of %d percent', async (percentage) => {
    const answer = await owner.tryCall('versions.submit', { versionId, percentage });
    expect(answer.error.details?.issues).toMatchObject([{ path: 'percentage' }]);
  });

  test('is the app’s own people’s alone', async () => {
    await submitAndApprove({ percentage: 50 });
    for (const name of ['releases.halt', 'releases.resume', 'releases.complete'] as const) {
      expect((await stranger.tryCall(name, { versionId })).status).toBe(404);
      expect((await admin.tryCall(name, { versionId })).status).toBe(403);
    }
    expect((await stranger.tryCall('releases.list', { appId })).status).toBe(404);
  });
});

test('a beta version is offered to those who ask for it alone', async () => {
  await submitAndApprove({ track: 'beta' });
  expect(await live()).toMatchObject({ stable: { versionId: firstId }, beta: { versionId } });
  expect(await offersOf(5)).toEqual([1, 1, 1, 1, 1]);
  const { offer } = await server.nobody.call('releases.offer', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    deviceId: 'd',
    track: 'beta',
  });
  expect(offer?.versionCode).toBe(2);
});

test('rolling back gives new installs the earlier version, and resuming the later one again', async () => {
  await submitAndApprove({});
  expect(await offersOf(3)).toEqual([2, 2, 2]);
  for (let time = 0; time < 2; time += 1) {
    const { live: now } = await owner.call('releases.rollBack', { appId, versionId: firstId });
    expect(now.stable?.versionId).toBe(firstId);
  }
  expect(await offersOf(3)).toEqual([1, 1, 1]);
  const refused = await owner.tryCall('releases.rollBack', { appId, versionId });
  expect(refused.error.details?.reason).toContain('was rolled back');
  expect((await owner.tryCall('releases.rollBack', { appId, versionId: 'none' })).status).toBe(404);
  await owner.call('releases.resume', { versionId });
  expect(await offersOf(3)).toEqual([2, 2, 2]);
});
