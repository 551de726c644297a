import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_REPORTING_DEVICES } from '#shared/releases/halt-rule.ts';
import { createPublishedApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { downloadJournal } from '../../feeds/downloads/journal.ts';
import { networkOf } from '../../identity/client-address.ts';
import { hashOfRollout, hashWide } from './network-hashes.ts';

let server: TestServer;
let owner: Person;
let admin: Person;
let stranger: Person;
let app: OwnApp;
let appId: string;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, stranger] = await Promise.all([server.admin(), server.onboard('stranger@example.org')]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await admin.call('settings.update', { settings: { rolloutHalting: null } });
  app = await createPublishedApp(server);
  ({ owner, appId } = app);
  versionId = (await app.upload('next')).id;
  await owner.call('versions.submit', { versionId, percentage: 20 });
  await admin.call('reviews.approve', { versionId });
});

const RULE = { kinds: ['crash'], reports: 3, percentage: 10 } as const;
const devices = (count: number) => Array.from({ length: count }, () => `device ${randomUUID()}`);
const setRule = (rule: object | null) => owner.call('releases.setHaltRule', { versionId, rule } as never);
const add = (deviceIds: readonly string[], kind: 'crash' | 'problem' = 'crash') =>
  owner.call('releases.addReports', { versionId, kind, deviceIds: [...deviceIds] });
const download = (count: number) =>
  server.context.pool.query(
    `INSERT INTO downloads (version_id, day, client, count) VALUES ($1, current_date, 'fdroid', $2)
     ON CONFLICT (version_id, day, client) DO UPDATE SET count = excluded.count`,
    [versionId, count],
  );
const readRelease = async () => {
  const { releases } = await owner.call('releases.list', { appId });
  return releases.find((release) => release.versionId === versionId);
};
const countsOf = async () => (await owner.call('releases.getReports', { versionId })).counts;
const halts = async () =>
  (await admin.call('audit.list', { appId, event: 'release.halted-automatically' })).entries;

/** Records that the network of an address downloaded the version, and something else long before. */
async function noteDownload(address: string, isNew = false): Promise<void> {
  const { pool, secret } = server.context;
  const network = networkOf(address);
  await pool.query(
    'INSERT INTO rollout_networks (version_id, network_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [versionId, hashOfRollout(secret, network, versionId)],
  );
  if (isNew) return;
  await pool.query(
    `INSERT INTO known_networks (network_hash, first_day, last_day) VALUES ($1, '2026-01-01', '2026-01-01')
     ON CONFLICT DO NOTHING`,
    [hashWide(secret, network)],
  );
}

/** Sends a report as a store client that downloaded the version, at an address of its own. */
async function report(change: object = {}, address = `2001:db8:${randomUUID().slice(0, 4)}::1`) {
  await noteDownload(address);
  return send(change, address);
}

async function send(change: object, address: string) {
  const data = {
    platform: 'android',
    applicationId: app.applicationId,
    versionNumber: '2',
    kind: 'crash',
    deviceId: randomUUID(),
    ...change,
  };
  const response = await server.nobody.fetch('us-central1/releases.report', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ data }),
  });
  return { status: response.status, body: await response.json() };
}

describe('a rollout with a rule', () => {
  test('halts once when many devices report at the same time, and says why', async () => {
    await setRule(RULE);
    await download(20);
    const responses = await Promise.all(devices(12).map((deviceId) => report({ deviceId })));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(responses[0]?.body).toEqual({ result: {} });
    await expect.poll(async () => (await readRelease())?.status).toBe('halted');
    const release = await readRelease();
    expect(release?.haltedFor?.reports).toBeGreaterThan(RULE.reports);
    expect(release?.haltedFor?.downloads).toBe(20);
    await expect.poll(async () => (await countsOf()).crashes).toBe(12);
    const [entry, ...others] = await halts();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actorUid: null, details: { percentage: 20, downloads: 20 } });
    for (const person of [owner, admin]) {
      const { notifications } = await person.call('notifications.list', {});
      const titles = notifications.filter(({ data }) => data?.['appId'] === appId).map(({ title }) => title);
      expect(titles.filter((title) => title === 'Rollout halted automatically')).toHaveLength(1);
    }
    const { entries } = await owner.call('versions.history', { versionId });
    expect(entries[0]).toMatchObject({ event: 'release.halted-automatically', actor: 'system' });
  });

  test('does not halt again for the same reports after it is resumed, but for new ones', async () => {
    await setRule(RULE);
    const ids = devices(4);
    await add(ids);
    await expect.poll(async () => (await readRelease())?.status).toBe('halted');
    const { release } = await owner.call('releases.resume', { versionId });
    expect(release).toMatchObject({ status: 'rollingOut', haltedFor: null });
    expect(await countsOf()).toMatchObject({ crashes: 0 });
    // A job of before finds nothing to halt.
    await add(ids.slice(0, 3));
    expect((await readRelease())?.status).toBe('rollingOut');
    await add(ids);
    await expect.poll(async () => (await readRelease())?.status).toBe('halted');
    expect(await halts()).toHaveLength(2);
  });

  test('goes on below either limit, for reports of the other kind, and without a rule', async () => {
    await setRule(RULE);
    await add(devices(3));
    await add(devices(10), 'problem');
    await download(1_000);
    await add(devices(90));
    expect(await countsOf()).toMatchObject({ crashes: 93, problems: 10, downloads: 1_000, networks: 0 });
    await setRule(null);
    await download(1);
    await add(devices(1));
    expect((await readRelease())?.status).toBe('rollingOut');
  });

  test('halts by a new rule that earlier reports exceed', async () => {
    await add(devices(3));
    await add(devices(2), 'problem');
    await setRule({ ...RULE, kinds: ['problem', 'crash'] });
    await expect.poll(async () => (await readRelease())?.haltedFor?.reports).toBe(5);
  });

  test('halts by a device that reports again after the store’s rule changed', async () => {
    const ids = devices(4);
    await add(ids);
    await admin.call('settings.update', { settings: { rolloutHalting: { ...RULE, kinds: ['crash'] } } });
    expect((await add(ids.slice(0, 1))).counted).toBe(0);
    await expect.poll(async () => (await readRelease())?.status).toBe('halted');
  });

  test('follows the rule of the store where its publisher sets none', async () => {
    await admin.call('settings.update', { settings: { rolloutHalting: { ...RULE, kinds: ['crash'] } } });
    expect((await owner.call('releases.getReports', { versionId })).rule).toEqual(RULE);
    await setRule({ ...RULE, reports: 100 });
    await add(devices(10));
    expect((await readRelease())?.status).toBe('rollingOut');
    await setRule(null);
    await expect.poll(async () => (await readRelease())?.status).toBe('halted');
  });

  test('rejects invalid rules and other people’s', async () => {
    for (const wrong of [
      { kinds: [] },
      { kinds: ['rumour'] },
      { reports: 0 },
      { reports: 5_001 },
      { reports: 1.5 },
      { percentage: -1 },
      { percentage: 101 },
    ]) {
      const response = await owner.tryCall('releases.setHaltRule', {
        versionId,
        rule: { ...RULE, ...wrong },
      } as never);
      expect(response.status).toBe(400);
    }
    const rule = { versionId, rule: { ...RULE, kinds: ['crash' as const] } };
    expect((await stranger.tryCall('releases.setHaltRule', rule)).status).toBe(404);
    expect((await admin.tryCall('releases.setHaltRule', rule)).status).toBe(403);
    await owner.call('releases.complete', { versionId });
    const response = await owner.tryCall('releases.setHaltRule', rule);
    expect(response.error.message).toContain('can’t be given another rule for halting');
  });
});

describe('reports', () => {
  test('of one device count once for each kind, and its id is not stored', async () => {
    const deviceId = `device ${randomUUID()}`;
    for (const kind of ['crash', 'crash', 'problem', 'crash']) {
      expect(await report({ deviceId, kind })).toEqual({ status: 200, body: { result: {} } });
    }
    expect((await add([deviceId, deviceId])).counted).toBe(0);
    expect(await countsOf()).toMatchObject({ crashes: 1, problems: 1 });
    const { rows } = await server.context.pool.query(
      'SELECT * FROM reporting_devices WHERE version_id = $1',
      [versionId],
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(deviceId.slice(7));
  });

  test('are rejected for versions that are not live, unknown apps and bad fields', async () => {
    expect((await report({ versionNumber: '3' })).status).toBe(404);
    expect((await report({ platform: 'ios' })).status).toBe(404);
    expect((await report({ applicationId: 'org.example.nothing' })).status).toBe(404);
    for (const wrong of [
      { kind: 'rumour' },
      { deviceId: '' },
      { deviceId: 'x'.repeat(201) },
      { versionNumber: '' },
      { versionNumber: '1'.repeat(41) },
    ]) {
      expect((await report(wrong)).status).toBe(400);
    }
    await owner.call('versions.unpublish', { versionId });
    expect((await report()).status).toBe(404);
    const reports = { versionId, kind: 'crash' as const, deviceIds: ['a'] };
    const response = await owner.tryCall('releases.addReports', reports);
    expect(response.error.message).toBe('Only published versions have reports.');
  });

  test('of one network are limited', async () => {
    const address = '192.0.2.77';
    const statuses: number[] = [];
    for (let time = 0; time < 21; time += 1) statuses.push((await report({}, address)).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    expect((await report()).status).toBe(200);
    expect(await countsOf()).toMatchObject({ crashes: 4 });
  });

  test('of one network count for three devices of a version, and again after it is resumed', async () => {
    const address = '192.0.2.78';
    const ids = devices(5);
    // The same device again takes nobody’s place.
    for (const deviceId of [ids[0], ids[0], ids[0], ...ids]) {
      expect(await report({ deviceId }, address)).toEqual({ status: 200, body: { result: {} } });
    }
    await report({ kind: 'problem' }, address);
    expect(await countsOf()).toMatchObject({ crashes: 3, problems: 1 });
    await owner.call('releases.halt', { versionId });
    await owner.call('releases.resume', { versionId });
    await report({ deviceId: ids[4] }, address);
    expect(await countsOf()).toMatchObject({ crashes: 1, problems: 0 });
  });

  test('of a crash service need a token for the app and at most 500 devices', async () => {
    const reports = { versionId, kind: 'crash' as const, deviceIds: devices(2) };
    expect((await server.nobody.tryCall('releases.addReports', reports)).status).toBe(401);
    expect((await stranger.tryCall('releases.addReports', reports)).status).toBe(404);
    expect((await stranger.tryCall('releases.getReports', { versionId })).status).toBe(404);
    const many = { ...reports, deviceIds: devices(501) };
    expect((await owner.tryCall('releases.addReports', many)).status).toBe(400);
    expect((await owner.tryCall('releases.addReports', { ...reports, deviceIds: [] })).status).toBe(400);
    const { secret } = await owner.call('tokens.create', { name: 'Crashes', scopes: ['release'] });
    const response = await server.nobody.fetch('us-central1/releases.addReports', {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ data: reports }),
    });
    expect(await response.json()).toEqual({ result: { counted: 2 } });
  });

  test('stop being stored when very many devices have reported', async () => {
    await server.context.pool.query(
      'INSERT INTO release_reports (version_id, round, crashes) VALUES ($1, 0, $2)',
      [versionId, MAX_REPORTING_DEVICES],
    );
    expect((await add(devices(5))).counted).toBe(0);
    expect((await add(devices(5), 'problem')).counted).toBe(5);
  });
});

describe('a person with many addresses', () => {
  const titlesOf = async (person: Person) => {
    const { notifications } = await person.call('notifications.list', {});
    return notifications.filter(({ data }) => data?.['appId'] === appId).map(({ title }) => title);
  };

  test('cannot halt a rollout by 30 reports from ten /64s of one /56, and staff are told once', async () => {
    await setRule(RULE);
    await download(30);
    const half = randomUUID().slice(0, 4);
    for (let at = 0; at < 30; at += 1) {
      const address = `2001:db8:${half}:${(at % 10).toString(16)}::1`;
      expect((await report({}, address)).status).toBe(200);
    }
    expect(await countsOf()).toMatchObject({ crashes: 4, networks: 1, ignored: 26 });
    // More than the three of the rule, but one network alone never halts a rollout.
    expect(await readRelease()).toMatchObject({ status: 'rollingOut', haltedFor: null });
    await report({}, '2001:dbb:1::1');
    await expect
      .poll(async () => (await readRelease())?.haltedFor)
      .toMatchObject({ networks: 2, reports: 5 });
    await expect.poll(() => titlesOf(admin)).toContain('Many reports from few networks');
    expect(
      (await titlesOf(admin)).filter((title) => title === 'Many reports from few networks'),
    ).toHaveLength(1);
    const { entries } = await admin.call('audit.list', { appId, event: 'release.reports-suspicious' });
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain('2001:db8');
  });

  test.each([
    ['a /48', (at: number) => `2001:db8:1:${(at * 256).toString(16)}::1`, 6],
    ['an IPv4 /24', (at: number) => `198.51.100.${at + 1}`, 4],
    ['one address', () => '203.0.113.9', 3],
  ])('counts %s for few devices', async (_network, addressOf, counted) => {
    for (let at = 0; at < 12; at += 1) await report({}, addressOf(at));
    expect(await countsOf()).toMatchObject({ crashes: counted, ignored: 12 - counted });
  });

  test('counts only from networks whose download of the version was counted', async () => {
    await setRule(RULE);
    for (let at = 0; at < 8; at += 1) await send({}, `192.0.${at}.1`);
    expect(await countsOf()).toMatchObject({ crashes: 0, ignored: 8 });
    const path = `fdroid/repo/${app.applicationId}_2.apk`;
    const response = await server.nobody.fetch(path, { headers: { 'X-Forwarded-For': '192.0.3.1' } });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    await server.context.services.get(downloadJournal).flush();
    await send({}, '192.0.3.1');
    expect(await countsOf()).toMatchObject({ crashes: 1, newCrashes: 1 });
    const { rows } = await server.context.pool.query('SELECT * FROM rollout_networks WHERE version_id = $1', [
      versionId,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('192.0');
  });

  test('counts half from networks that are new to the store', async () => {
    await setRule({ ...RULE, percentage: 0 });
    for (let at = 0; at < 6; at += 1) {
      await noteDownload(`2001:db9:${at}::1`, true);
      await send({}, `2001:db9:${at}::1`);
    }
    expect(await countsOf()).toMatchObject({ crashes: 6, newCrashes: 6, networks: 6 });
    expect((await readRelease())?.status).toBe('rollingOut');
    await report({}, '2001:dba:1::1');
    await expect
      .poll(async () => (await readRelease())?.haltedFor)
      .toMatchObject({
        reports: 4,
        crashes: 7,
        newCrashes: 6,
        networks: 7,
      });
  });
});

describe('an automatic halt', () => {
  const reason = 'They all come from one competitor.';
  const halt = async () => {
    await setRule(RULE);
    await add(devices(4));
    await expect.poll(async () => (await readRelease())?.status).toBe('halted');
  };

  test('is disputed by its publisher once, resolved by staff, and can be resumed', async () => {
    await halt();
    const resolution = { versionId, outcome: 'accepted', note: 'You are right.' } as const;
    expect((await admin.tryCall('releases.resolveDispute', resolution)).status).toBe(400);
    expect((await stranger.tryCall('releases.disputeHalt', { versionId, reason })).status).toBe(404);
    expect((await owner.tryCall('releases.disputeHalt', { versionId, reason: ' ' })).status).toBe(400);
    const { release } = await owner.call('releases.disputeHalt', { versionId, reason });
    expect(release).toMatchObject({ status: 'halted', haltDispute: { reason, resolution: null } });
    const again = await owner.tryCall('releases.disputeHalt', { versionId, reason });
    expect(again.error.message).toBe('This halt was disputed already.');
    expect((await owner.tryCall('releases.resolveDispute', resolution)).status).toBe(403);
    await admin.call('releases.resolveDispute', resolution);
    expect((await readRelease())?.haltDispute).toMatchObject({
      reason,
      resolution: { outcome: 'accepted', note: 'You are right.' },
    });
    expect((await admin.tryCall('releases.resolveDispute', resolution)).status).toBe(400);
    const { entries } = await owner.call('versions.history', { versionId, limit: 1 });
    expect(entries).toMatchObject([{ event: 'release.dispute-resolved', actor: 'admin', actorName: null }]);
    for (const [person, title] of [
      [admin, 'Automatic halt disputed'],
      [owner, 'Dispute resolved'],
    ] as const) {
      const { notifications } = await person.call('notifications.list', {});
      const own = notifications.filter(({ data }) => data?.['appId'] === appId);
      expect(own.map((notification) => notification.title)).toContain(title);
    }
    const resumed = await owner.call('releases.resume', { versionId });
    expect(resumed.release).toMatchObject({ status: 'rollingOut', haltedFor: null, haltDispute: null });
  });

  test('can’t be disputed when the publisher halted it', async () => {
    await owner.call('releases.halt', { versionId });
    const response = await owner.tryCall('releases.disputeHalt', { versionId, reason });
    expect(response.error.message).toBe('This rollout wasn’t halted automatically.');
  });
});
