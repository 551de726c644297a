import type { QueryResult } from 'pg';
import { RETENTION, type RetentionName } from '#shared/settings/retention.ts';
import type { PublishedApp } from './own-app.ts';

/** Data that a retention period applies to. */
interface Kept {
  /** Stores something of this age, in the words of an interval of PostgreSQL, and returns its id. */
  readonly store: (age: string) => Promise<string>;
  /** Selects what is left of it. */
  readonly left: string;
  /** An age above the shortest period, where two more days or hours are not enough. */
  readonly oldAge?: string;
}

/** Returns the data that each retention period applies to, for an app that may be created later. */
export function keptData(
  sql: (text: string, values: unknown[]) => Promise<QueryResult>,
  app: PublishedApp,
): Readonly<Record<Exclude<RetentionName, 'exportHours'>, Kept>> {
  let count = 0;
  const newId = () => {
    count += 1;
    return `kept-${count}`;
  };

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

  return {
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
          [age, app.appId, app.owner.uid, app.versionId],
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
          `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, decision, decided_at,
             rejection_reasons)
           SELECT id, app_id, warnings, now(), now(), '', 'rejected', now() - $2::interval, '{listing}' FROM versions
           WHERE id = $1`,
          [id, age],
        );
        return id;
      },
      left: 'SELECT FROM versions WHERE id = $1 AND file_removed_at IS NULL',
    },
  };
}
