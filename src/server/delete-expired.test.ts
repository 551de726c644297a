import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RETENTION, RETENTION_NAMES, type RetentionName } from '#shared/settings/retention.ts';
import { INITIAL_RETENTION } from '#shared/settings/retention-schema.ts';
import { createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { expireFiles } from './catalog/uploads/expire.ts';
import { deleteExpired } from './delete-expired.ts';
import { verifyStoredLog } from './platform/transparency/checkpoints.ts';

let server: TestServer;
let admin: Person;
let app: PublishedApp;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  app = await createPublishedApp(server);
  versionId = app.versionId;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => keep({}));

const sql = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);
const keep = (changed: Partial<Record<RetentionName, number>>) =>
  admin.call('settings.update', { settings: { retention: { ...INITIAL_RETENTION, ...changed } } });

async function sweep(): Promise<void> {
  await deleteExpired(server.context, new AbortController().signal);
  await expireFiles(server.context, new AbortController().signal);
}

let count = 0;
const newId = () => {
  count += 1;
  return `kept-${count}`;
};

interface Kept {
  /** Stores something of this age, in the words of an interval of PostgreSQL, and returns its id. */
  readonly store: (age: string) => Promise<string>;
  /** Selects what is left of it. */
  readonly left: string;
  /** An age above the shortest period, where two more days or hours are not enough. */
  readonly oldAge?: string;
}

async function storeNotification(kind: string, type: string, age: string): Promise<string> {
  const { rows } = await sql(
    `WITH seeded AS (
       INSERT INTO notifications (kind, type, title, message, created_at, expires_at)
       VALUES ($1, $2, 'T', 'M', now() - $3::interval, '2999-01-01') RETURNING id, expires_at
     )
     INSERT INTO notification_recipients (notification_id, expires_at, uid)
     SELECT id, expires_at, $4 FROM seeded RETURNING notification_id::text AS id`,
    [kind, type, age, app.owner.uid],
  );
  return rows[0].id;
}

async function storeVersion(status: string, age: string): Promise<string> {
  const id = newId();
  await sql(
    `INSERT INTO versions (id, app_id, status, file_name, size, created_by_uid, last_byte_at)
     VALUES ($1, $2, $3, 'app.apk', 10, $4, now() - $5::interval)`,
    [id, app.appId, status, app.owner.uid, age],
  );
  return id;
}

/** Stores a row whose key is a new id. */
async function storeRow(text: string, age: string, ...more: unknown[]): Promise<string> {
  const id = newId();
  await sql(text, [id, age, ...more]);
  return id;
}

const KEPT: Readonly<Record<Exclude<RetentionName, 'exportHours'>, Kept>> = {
  notificationDays: {
    store: (age) => storeNotification('appUpdates', 'app_update', age),
    left: 'SELECT FROM notifications WHERE id = $1::bigint',
  },
  announcementDays: {
    store: (age) => storeNotification('systemAnnouncements', 'system_message', age),
    left: 'SELECT FROM notification_recipients WHERE notification_id = $1::bigint',
  },
  sessionDays: {
    store: (age) =>
      storeRow(
        `INSERT INTO auth_sessions (id, token, user_id, created_at, expires_at)
         VALUES ($1, $1, $3, now() - $2::interval, now() + interval '1 day')`,
        age,
        app.owner.uid,
      ),
    left: 'SELECT FROM auth_sessions WHERE id = $1',
  },
  knownDeviceDays: {
    store: (age) =>
      storeRow(
        'INSERT INTO known_origins (origin, last_used_at, uid) VALUES ($1, now() - $2::interval, $3)',
        age,
        app.owner.uid,
      ),
    left: 'SELECT FROM known_origins WHERE origin = $1',
  },
  auditDays: {
    store: (age) =>
      storeRow(
        `INSERT INTO audit_events (app_id, event, at, actor_uid, details)
         VALUES ($1, 'app.updated', now() - $2::interval, $3, '{"name": "Ada"}')`,
        age,
        app.owner.uid,
      ),
    left: `SELECT FROM audit_events WHERE app_id = $1 AND actor_uid <> 'erased' AND details <> '{}'`,
  },
  deliveryDays: {
    store: (age) =>
      storeRow(
        `INSERT INTO outbox (channel, target, status, due_at, finished_at)
         VALUES ('account-email', $1, 'failed', now(), now() - $2::interval)`,
        age,
      ),
    left: 'SELECT FROM outbox WHERE target = $1',
  },
  listingChangeDays: {
    store: (age) =>
      storeRow(
        `INSERT INTO listing_changes (id, app_id, locale, field, before, after, bytes, changed_by_uid, started_at, changed_at)
         VALUES ($1, $3, 'fr', 'summary', '{"value": ""}', '{"value": "x"}', 10, $4, now(), now() - $2::interval)`,
        age,
        app.appId,
        app.owner.uid,
      ),
    left: 'SELECT FROM listing_changes WHERE id = $1',
  },
  downloadDays: {
    oldAge: `${RETENTION.downloadDays.min + 40} days`,
    store: async (age) => {
      const { rows } = await sql(
        `WITH middle AS (SELECT date_trunc('month', now() - $1::interval)::date + 14 AS day),
         ofApp AS (INSERT INTO app_downloads (app_id, owner_uid, day, count) SELECT $2, $3, day, 7 FROM middle)
         INSERT INTO downloads (version_id, day, client, count)
         SELECT $4, day, 'browser', 7 FROM middle RETURNING day::text AS day`,
        [age, app.appId, app.owner.uid, versionId],
      );
      return rows[0].day;
    },
    left: `SELECT FROM app_downloads JOIN downloads USING (day) WHERE day = $1::date`,
  },
  reportDays: {
    store: (age) =>
      storeRow(
        `INSERT INTO reporting_devices (version_id, round, kind, device_hash, reported_at)
         VALUES ('v', 1, 'crash', $1, now() - $2::interval)`,
        age,
      ),
    left: 'SELECT FROM reporting_devices WHERE device_hash = $1',
  },
  uploadCountDays: {
    store: async (age) => {
      const { rows } = await sql(
        `INSERT INTO upload_days (uid, day, bytes) VALUES ($1, ((now() - $2::interval) AT TIME ZONE 'UTC')::date, 5)
         ON CONFLICT (uid, day) DO UPDATE SET bytes = 5 RETURNING day::text AS day`,
        [app.owner.uid, age],
      );
      return rows[0].day;
    },
    left: 'SELECT FROM upload_days WHERE day = $1::date',
  },
  uploadHours: {
    store: (age) => storeVersion('uploading', age),
    left: `SELECT FROM versions WHERE id = $1 AND status = 'uploading' AND file_removed_at IS NULL`,
  },
  invalidFileDays: {
    store: (age) => storeVersion('invalid', age),
    left: 'SELECT FROM versions WHERE id = $1 AND file_removed_at IS NULL',
  },
  rejectedFileDays: {
    store: async (age) => {
      const id = await storeVersion('rejected', '9000 days');
      await sql(
        `INSERT INTO reviews (version_id, submitted_at, queued_at, listing_revision, decision, decided_at, rejection_reasons)
         VALUES ($1, now(), now(), '', 'rejected', now() - $2::interval, '{listing}')`,
        [id, age],
      );
      return id;
    },
    left: 'SELECT FROM versions WHERE id = $1 AND file_removed_at IS NULL',
  },
};

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
      expect([status, error.details?.issues]).toEqual([
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
           (SELECT sum(count)::int FROM downloads WHERE version_id = $2) AS "ofVersion",
           (SELECT sum(count)::int FROM owner_downloads WHERE owner_uid = $3) AS "ofOwner"`,
        [app.appId, versionId, app.owner.uid],
      );
      return rows[0];
    };
    await sql('DELETE FROM app_downloads');
    await sql('DELETE FROM downloads');
    const days = [`'2019-03-01'::date`, `'2019-03-02'::date`, `'2019-03-31'::date`, `'2019-04-05'::date`];
    for (const day of days) {
      await sql(
        `WITH of_app AS (INSERT INTO app_downloads (app_id, owner_uid, day, count) VALUES ($1, $2, ${day}, 7))
         INSERT INTO downloads (version_id, day, client, count)
         VALUES ($3, ${day}, 'browser', 4), ($3, ${day}, 'fdroid', 3)`,
        [app.appId, app.owner.uid, versionId],
      );
    }
    const before = await total();
    expect(before).toEqual({ ofApp: 28, ofVersion: 28, ofOwner: 28 });
    await sweep();
    await sweep();
    expect(await total()).toEqual(before);
    const { rows } = await sql('SELECT day::text AS day, client, count FROM downloads ORDER BY day, client');
    expect(rows).toEqual([
      { day: '2019-03-01', client: 'browser', count: 12 },
      { day: '2019-03-01', client: 'fdroid', count: 9 },
      { day: '2019-04-01', client: 'browser', count: 4 },
      { day: '2019-04-01', client: 'fdroid', count: 3 },
    ]);
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
    await sweep();
    for (const [table, key] of [
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
    sql(`SELECT facts FROM audit_events WHERE version_id = $1 AND event = 'version.approved'`, [versionId]);
  const { rows: before } = await facts();
  const muchLater = () => new Date(Date.now() + 20 * 365 * 86_400_000);
  const later = { ...server.context, clock: muchLater };
  await deleteExpired(later, new AbortController().signal);
  await expireFiles(later, new AbortController().signal);
  const { rows } = await sql(
    'SELECT status, file_removed_at AS removed, sha256 IS NOT NULL AS "hasHash" FROM versions WHERE id = $1',
    [versionId],
  );
  expect(rows).toEqual([{ status: 'published', removed: null, hasHash: true }]);
  expect(before).toHaveLength(1);
  expect((await facts()).rows).toEqual(before);
  expect(await server.context.storage.stat(`packages/${versionId}`)).not.toBeNull();
});
