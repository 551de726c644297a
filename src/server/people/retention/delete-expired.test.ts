import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RETENTION, RETENTION_NAMES, type RetentionName } from '#shared/settings/retention.ts';
import { INITIAL_RETENTION } from '#shared/settings/retention-schema.ts';
import { keptData } from '#test/support/kept-data.ts';
import { createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { expireFiles } from '../../catalog/uploads/expire.ts';
import { verifyStoredLog } from '../../platform/transparency/checkpoints.ts';
import { deleteExpired } from './delete-expired.ts';

let server: TestServer;
let admin: Person;
const app = {} as PublishedApp;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  Object.assign(app, await createPublishedApp(server));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => keep({}));

const sql = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);
const KEPT = keptData(sql, app);
const keep = (changed: Partial<Record<RetentionName, number>>) =>
  admin.call('settings.update', { settings: { retention: { ...INITIAL_RETENTION, ...changed } } });

async function sweep(): Promise<void> {
  await deleteExpired(server.context, new AbortController().signal);
  await expireFiles(server.context, new AbortController().signal);
}

describe('the period', () => {
  test.each(Object.entries(KEPT))('%s decides what the next sweep deletes', async (key, kept) => {
    const name = key as keyof typeof KEPT;
    const { min, max, unit } = RETENTION[name];
    const isLeft = async (id: string) => (await sql(kept.left, [id])).rowCount === 1;
    const old = await kept.store(kept.oldAge ?? `${min + 2} ${unit}`);
    const recent = await kept.store(`0 ${unit}`);
    await keep({ [name]: max });
    await sweep();
    expect([await isLeft(old), await isLeft(recent)]).toEqual([true, true]);
    await keep({ [name]: min });
    await sweep();
    expect([await isLeft(old), await isLeft(recent)]).toEqual([false, true]);
  });

  test('exportHours decides until when a new export can be downloaded', async () => {
    await keep({ exportHours: 24 });
    await admin.call('account.requestExport', {});
    const read = async () => (await admin.call('account.getExport', {})).export;
    await expect.poll(async () => (await read())?.status).toBe('ready');
    const { rows } = await sql(
      'SELECT extract(epoch FROM expires_at - finished_at)::int AS seconds FROM account_exports',
    );
    expect(rows).toEqual([{ seconds: 86_400 }]);
  });

  test('sessionDays ends new sessions', async () => {
    await keep({ sessionDays: 2 });
    const { uid } = await server.onboard('guest@example.org');
    const { rows } = await sql(
      `SELECT extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM auth_sessions WHERE user_id = $1`,
      [uid],
    );
    expect(rows).toEqual([{ hours: 48 }]);
  });

  test.each(RETENTION_NAMES)('%s has limits', async (name) => {
    const { min, max } = RETENTION[name];
    for (const value of [min - 1, max + 1, min + 0.5, null]) {
      const settings = { retention: { ...INITIAL_RETENTION, [name]: value } };
      const { status, error } = await admin.tryCall('settings.update', { settings });
      expect([status, error.details?.issues]).toMatchObject([
        400,
        [{ path: `settings.retention.${name}`, message: expect.any(String) }],
      ]);
    }
  });

  test('can be set by admins alone, and the log has its change', async () => {
    const settings = { retention: { ...INITIAL_RETENTION, auditDays: 400 } };
    expect((await app.owner.tryCall('settings.update', { settings })).status).toBe(403);
    await admin.call('settings.update', { settings });
    const { entries } = await admin.call('audit.list', { event: 'settings.updated' });
    expect(entries[0]?.details).toMatchObject({
      changed: ['retention'],
      before: { retention: { auditDays: INITIAL_RETENTION.auditDays } },
      after: { retention: { auditDays: 400 } },
    });
  });
});

describe('the sweep', () => {
  test('leaves an audit log that verifies, and records what it erased', async () => {
    expect(await verifyStoredLog(server.context)).toMatchObject({ problemCount: 0 });
    const { rows } = await sql(
      `SELECT actor_uid AS by, details->>'by' AS operator, (details->>'entries')::int > 0 AS any
       FROM audit_events WHERE event = 'audit.erased' AND details <> '{}'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toEqual({ by: null, operator: null, any: true });
  });

  test('runs every other statement when one fails', async () => {
    await keep({ auditDays: 90 });
    const stored = [
      [KEPT.notificationDays.left, await KEPT.notificationDays.store('9000 days')],
      [KEPT.knownDeviceDays.left, await KEPT.knownDeviceDays.store('9000 days')],
      [KEPT.auditDays.left, await KEPT.auditDays.store('89 days')],
    ] as const;
    // Later than every erasure so far, because each continues where the last one ended.
    const inTwoDays = { ...server.context, clock: () => new Date(Date.now() + 2 * 86_400_000) };
    await sql('ALTER TABLE listing_changes RENAME TO moved');
    try {
      await expect(deleteExpired(inTwoDays, new AbortController().signal)).rejects.toMatchObject({
        message: expect.stringContaining('DELETE FROM listing_changes'),
        errors: [expect.any(Error)],
      });
    } finally {
      await sql('ALTER TABLE moved RENAME TO listing_changes');
    }
    for (const [left, id] of stored) expect((await sql(left, [id])).rowCount).toBe(0);
  });

  test('keeps notifications whose recipients can’t be deleted', async () => {
    const id = await KEPT.notificationDays.store('9000 days');
    await sql('ALTER TABLE notification_recipients RENAME TO moved');
    try {
      // One error: the statements that delete notifications didn't run.
      await expect(sweep()).rejects.toMatchObject({
        message: expect.stringContaining('DELETE FROM notification_recipients'),
        errors: [expect.any(Error)],
      });
    } finally {
      await sql('ALTER TABLE moved RENAME TO notification_recipients');
    }
    expect((await sql(KEPT.notificationDays.left, [id])).rowCount).toBe(1);
    await sweep();
    expect((await sql(KEPT.notificationDays.left, [id])).rowCount).toBe(0);
  });

  test('erases the addresses of API tokens that weren’t used for long', async () => {
    const { token } = await app.owner.call('tokens.create', { name: 'CI', scopes: ['read'] });
    const addressAfter = async (age: string) => {
      await sql(
        `UPDATE api_tokens SET last_used_at = now() - $2::interval, last_used_from = '192.0.2.1' WHERE id = $1`,
        [token.id, age],
      );
      await sweep();
      const { rows } = await sql('SELECT last_used_from AS address FROM api_tokens WHERE id = $1', [
        token.id,
      ]);
      return rows[0].address;
    };
    await keep({ knownDeviceDays: 30 });
    expect(await addressAfter('29 days')).toBe('192.0.2.1');
    expect(await addressAfter('31 days')).toBeNull();
  });

  test('sums old download counts by month, so that totals stay', async () => {
    const total = async () => {
      const { rows } = await sql(
        `SELECT (SELECT sum(count)::int FROM app_downloads WHERE app_id = $1) AS "ofApp",
           (SELECT sum(count)::int FROM app_client_downloads WHERE app_id = $1) AS "ofClients",
           (SELECT sum(count)::int FROM downloads WHERE version_id = $2) AS "ofVersion",
           (SELECT sum(count)::int FROM owner_downloads WHERE owner_uid = $3) AS "ofOwner"`,
        [app.appId, app.versionId, app.owner.uid],
      );
      return rows[0];
    };
    await sql('DELETE FROM app_downloads');
    await sql('DELETE FROM downloads');
    const days = [`'2019-03-01'::date`, `'2019-03-02'::date`, `'2019-03-31'::date`, `'2019-04-05'::date`];
    for (const day of days) {
      await sql(
        `WITH of_app AS (INSERT INTO app_downloads (app_id, owner_uid, day, count) VALUES ($1, $2, ${day}, 7)),
         of_clients AS (INSERT INTO app_client_downloads (app_id, day, client, count)
           VALUES ($1, ${day}, 'browser', 4), ($1, ${day}, 'fdroid', 3))
         INSERT INTO downloads (version_id, day, client, count)
         VALUES ($3, ${day}, 'browser', 4), ($3, ${day}, 'fdroid', 3)`,
        [app.appId, app.owner.uid, app.versionId],
      );
    }
    const before = await total();
    expect(before).toEqual({ ofApp: 28, ofClients: 28, ofVersion: 28, ofOwner: 28 });
    await sweep();
    await sweep();
    expect(await total()).toEqual(before);
    for (const table of ['downloads', 'app_client_downloads']) {
      const { rows } = await sql(`SELECT day::text AS day, client, count FROM ${table} ORDER BY day, client`);
      expect(rows).toEqual([
        { day: '2019-03-01', client: 'browser', count: 12 },
        { day: '2019-03-01', client: 'fdroid', count: 9 },
        { day: '2019-04-01', client: 'browser', count: 4 },
        { day: '2019-04-01', client: 'fdroid', count: 3 },
      ]);
    }
  });

  test('deletes links, invitations and counts of requests that nobody can use any more', async () => {
    await sql(
      `INSERT INTO auth_verifications (id, identifier, value, expires_at) VALUES
         ('old', 'old', 'x', now() - interval '1 minute'), ('new', 'new', 'x', now() + interval '1 hour')`,
    );
    await sql(
      `INSERT INTO app_invitations (id, app_id, email, role, token_hash, invited_by_uid, expires_at) VALUES
         ('old', $1, 'old@example.org', 'viewer', 'old', 'x', now() - interval '1 minute'),
         ('new', $1, 'new@example.org', 'viewer', 'new', 'x', now() + interval '1 hour')`,
      [app.appId],
    );
    await sql(
      `INSERT INTO auth_rate_limits (id, key, count, last_request) VALUES
         ('old', 'old', 1, extract(epoch FROM now() - interval '2 days') * 1000),
         ('new', 'new', 1, extract(epoch FROM now()) * 1000)`,
    );
    await sql(
      `INSERT INTO rate_limits (key, count, resets_at) VALUES
         ('old', 1, now() - interval '1 minute'), ('new', 1, now() + interval '1 hour')`,
    );
    await sql(
      `INSERT INTO device_authorizations
         (device_code_hash, user_code, name, scopes, network, status, interval_seconds, expires_at) VALUES
         ('old', 'old', 'x', '{read}', 'x', 'pending', 5, now() - interval '1 minute'),
         ('new', 'new', 'x', '{read}', 'x', 'pending', 5, now() + interval '1 hour')`,
    );
    await sweep();
    for (const [table, key] of [
      ['device_authorizations', 'device_code_hash'],
      ['auth_verifications', 'id'],
      ['app_invitations', 'id'],
      ['auth_rate_limits', 'id'],
      ['rate_limits', 'key'],
    ]) {
      const { rows } = await sql(`SELECT ${key} AS key FROM ${table} WHERE ${key} IN ('old', 'new')`);
      expect([table, rows]).toEqual([table, [{ key: 'new' }]]);
    }
  });
});

test('a rejected version whose file was deleted can’t be resubmitted', async () => {
  const id = await KEPT.rejectedFileDays.store('400 days');
  await sweep();
  const { error } = await app.owner.tryCall('versions.submit', { versionId: id });
  expect(error).toMatchObject({
    status: 'FAILED_PRECONDITION',
    message: 'The file of this version was deleted. Upload it again as a new version.',
  });
});

// Last, because it also ends every session.
test('the sweep keeps published versions, their files and the facts of their approvals, whatever their age', async () => {
  const facts = () =>
    sql(`SELECT facts FROM audit_events WHERE version_id = $1 AND event = 'version.approved'`, [
      app.versionId,
    ]);
  const { rows: before } = await facts();
  const muchLater = () => new Date(Date.now() + 20 * 365 * 86_400_000);
  const later = { ...server.context, clock: muchLater };
  await deleteExpired(later, new AbortController().signal);
  await expireFiles(later, new AbortController().signal);
  const { rows } = await sql(
    'SELECT status, file_removed_at AS removed, sha256 IS NOT NULL AS "hasHash" FROM versions WHERE id = $1',
    [app.versionId],
  );
  expect(rows).toEqual([{ status: 'published', removed: null, hasHash: true }]);
  expect(before).toHaveLength(1);
  expect((await facts()).rows).toEqual(before);
  expect(await server.context.storage.stat(`packages/${app.versionId}`)).not.toBeNull();
});
