import { type SQL, sql } from 'drizzle-orm';
import { IDEMPOTENCY_LIMITS } from '#shared/idempotency.ts';
import { NOTIFICATION_PERIODS } from '#shared/notifications/notification-record.ts';
import { type RetentionName, type RetentionPeriods, retentionMs } from '#shared/settings/retention.ts';
import { AWAITING_REVIEW } from '#shared/statuses/version-status.ts';
import type { Context } from '../../platform/context.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { readSettings } from '../../platform/settings.ts';
import { eraseOldEntries } from '../audit/erase.ts';

/** Rows deleted by one statement, so that none holds locks for long. */
const BATCH = 5_000;

/** Days for which stored batches of downloads are remembered; a killed process stores none again after so long. */
const DOWNLOAD_BATCH_DAYS = 30;

/** Days for which a network stays known that downloads nothing more. */
const KNOWN_NETWORK_DAYS = 90;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Runs daily: deletes what has expired or is older than the store's periods, and erases personal data from old entries
 * of the audit log. What fails keeps only the statements from running that need it first; then it throws an `AggregateError`
 * with all errors. Announcements stay as history. Files have sweeps of their own (`expireFiles`, `removeExpiredExports`).
 */
export async function deleteExpired({ db, clock }: Context, signal: AbortSignal): Promise<void> {
  const now = clock();
  const { retention } = await readSettings(db);
  const deleteBatch = async (batch: SQL) => (await db.execute(batch)).rowCount ?? 0;
  const auditEnd = new Date(now.getTime() - retentionMs('auditDays', retention));
  const steps = [
    ...batchesOf(retention, now).map((batches) => async () => {
      for (const batch of batches) while (!signal.aborted && (await deleteBatch(batch)) === BATCH);
    }),
    () => eraseOldEntries(db, auditEnd, signal),
  ];
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `Some expired data could not be deleted: ${errors.join('; ')}`);
  }
}

/**
 * Returns the statements that each delete one batch, or erase personal data from it, as lists of those that must run one
 * after the other.
 */
function batchesOf(retention: RetentionPeriods, now: Date): readonly (readonly SQL[])[] {
  const timestamp = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const expired = timestamp(now.getTime());
  const endOf = (name: RetentionName) => timestamp(now.getTime() - retentionMs(name, retention));
  const periods = Object.entries(NOTIFICATION_PERIODS).map(
    ([type, period]) => sql`WHEN ${type} THEN ${endOf(period)}`,
  );
  // Sent while the period was longer.
  const isOld = sql`n.expires_at > ${expired} AND n.created_at <= CASE n.type
    ${sql.join(periods, sql` `)} ELSE ${endOf('notificationDays')} END`;
  const notifications = [
    // Before the notifications, whose trigger would otherwise delete up to a million recipients by one statement.
    sql`DELETE FROM notification_recipients WHERE (uid, notification_id) IN (
      SELECT uid, notification_id FROM notification_recipients
      WHERE expires_at <= ${expired} LIMIT ${BATCH})`,
    sql`DELETE FROM notification_recipients WHERE (uid, notification_id) IN (
      SELECT r.uid, r.notification_id FROM notifications n
      JOIN notification_recipients r ON r.expires_at = n.expires_at AND r.notification_id = n.id
      WHERE ${isOld} LIMIT ${BATCH})`,
    sql`DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE expires_at <= ${expired} AND kind <> 'systemAnnouncements' LIMIT ${BATCH})`,
    sql`DELETE FROM notifications WHERE id IN (
      SELECT n.id FROM notifications n WHERE ${isOld} AND n.kind <> 'systemAnnouncements' LIMIT ${BATCH})`,
  ];
  const others = [
    sql`DELETE FROM outbox WHERE id IN (
      SELECT id FROM outbox WHERE finished_at <= ${endOf('deliveryDays')} LIMIT ${BATCH})`,
    sql`DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE finished_at <= ${endOf('deliveryDays')} LIMIT ${BATCH})`,
    sql`DELETE FROM listing_changes WHERE id IN (
      SELECT id FROM listing_changes WHERE changed_at <= ${endOf('listingChangeDays')} LIMIT ${BATCH})`,
    sql`DELETE FROM reporting_devices WHERE (version_id, round, kind, device_hash) IN (
      SELECT version_id, round, kind, device_hash FROM reporting_devices
      WHERE reported_at <= ${endOf('reportDays')} LIMIT ${BATCH})`,
    sql`DELETE FROM download_networks WHERE (day, version_id, network_hash) IN (
      SELECT day, version_id, network_hash FROM download_networks
      WHERE day < (${expired} AT TIME ZONE 'UTC')::date LIMIT ${BATCH})`,
    sql`DELETE FROM rollout_networks WHERE (version_id, network_hash) IN (
      SELECT version_id, network_hash FROM rollout_networks WHERE counted_at <= ${endOf('reportDays')} LIMIT ${BATCH})`,
    sql`DELETE FROM known_networks WHERE network_hash IN (
      SELECT network_hash FROM known_networks
      WHERE last_day < (${timestamp(now.getTime() - KNOWN_NETWORK_DAYS * DAY_MS)} AT TIME ZONE 'UTC')::date LIMIT ${BATCH})`,
    sql`DELETE FROM download_batches WHERE id IN (
      SELECT id FROM download_batches
      WHERE stored_at <= ${timestamp(now.getTime() - DOWNLOAD_BATCH_DAYS * DAY_MS)} LIMIT ${BATCH})`,
    sumByMonth(endOf('downloadDays')),
    sql`DELETE FROM upload_days WHERE (uid, day) IN (
      SELECT uid, day FROM upload_days WHERE day < (${endOf('uploadCountDays')} AT TIME ZONE 'UTC')::date LIMIT ${BATCH})`,
    sql`DELETE FROM auth_sessions WHERE id IN (
      SELECT id FROM auth_sessions
      WHERE expires_at <= ${expired} OR created_at <= ${endOf('sessionDays')} LIMIT ${BATCH})`,
    sql`DELETE FROM known_origins WHERE (uid, origin) IN (
      SELECT uid, origin FROM known_origins WHERE last_used_at <= ${endOf('knownDeviceDays')} LIMIT ${BATCH})`,
    sql`UPDATE api_tokens SET last_used_from = NULL WHERE id IN (
      SELECT id FROM api_tokens
      WHERE last_used_at <= ${endOf('knownDeviceDays')} AND last_used_from IS NOT NULL LIMIT ${BATCH})`,
    // Nobody can use these any more: links in emails, invitations, and counts of requests by address.
    sql`DELETE FROM auth_verifications WHERE id IN (
      SELECT id FROM auth_verifications WHERE expires_at <= ${expired} LIMIT ${BATCH})`,
    sql`DELETE FROM build_tokens WHERE id IN (
      SELECT id FROM build_tokens WHERE expires_at <= ${expired} LIMIT ${BATCH})`,
    sql`DELETE FROM device_authorizations WHERE device_code_hash IN (
      SELECT device_code_hash FROM device_authorizations WHERE expires_at <= ${expired} LIMIT ${BATCH})`,
    // What a stopped job left: they are erased after the decision.
    sql`UPDATE test_credentials SET encrypted_credentials = NULL, erased_at = ${expired} WHERE version_id IN (
      SELECT c.version_id FROM test_credentials c JOIN versions v ON v.id = c.version_id
      WHERE c.encrypted_credentials IS NOT NULL AND NOT (${oneOf(sql`v.status`, AWAITING_REVIEW)}) LIMIT ${BATCH})`,
    sql`DELETE FROM staged_graphics WHERE id IN (
      SELECT id FROM staged_graphics WHERE expires_at <= ${expired} LIMIT ${BATCH})`,
    sql`DELETE FROM used_id_tokens WHERE hash IN (
      SELECT hash FROM used_id_tokens WHERE expires_at <= ${expired} LIMIT ${BATCH})`,
    sql`DELETE FROM app_invitations WHERE id IN (
      SELECT id FROM app_invitations WHERE expires_at <= ${expired} LIMIT ${BATCH})`,
    sql`DELETE FROM user_invitations WHERE id IN (
      SELECT id FROM user_invitations WHERE expires_at <= ${expired} LIMIT ${BATCH})`,
    sql`DELETE FROM idempotent_calls WHERE id IN (
      SELECT id FROM idempotent_calls
      WHERE created_at <= ${timestamp(now.getTime() - IDEMPOTENCY_LIMITS.hours * HOUR_MS)} LIMIT ${BATCH})`,
    sql`DELETE FROM auth_rate_limits WHERE id IN (
      SELECT id FROM auth_rate_limits WHERE last_request <= ${now.getTime() - DAY_MS} LIMIT ${BATCH})`,
    sql`DELETE FROM rate_limits WHERE key IN (
      SELECT key FROM rate_limits WHERE resets_at <= ${expired} LIMIT ${BATCH})`,
  ];
  return [notifications, ...others.map((batch) => [batch])];
}

/**
 * Returns the statement that adds one batch of download counts of complete months before a time to the first day of
 * their month, so that totals stay. Counts by client and version are found by those by app: all are written together.
 */
function sumByMonth(end: SQL): SQL {
  const month = sql`date_trunc('month', day)::date`;
  return sql`
    WITH old AS (
      DELETE FROM app_downloads WHERE (app_id, day) IN (
        SELECT app_id, day FROM app_downloads
        WHERE day < date_trunc('month', ${end} AT TIME ZONE 'UTC')::date AND extract(day FROM day) > 1 LIMIT ${BATCH})
      RETURNING app_id, owner_uid, day, count
    ), old_of_clients AS (
      DELETE FROM app_client_downloads d USING old WHERE d.app_id = old.app_id AND d.day = old.day
      RETURNING d.app_id, d.day, d.client, d.count
    ), old_of_versions AS (
      DELETE FROM downloads d USING old JOIN versions v ON v.app_id = old.app_id
      WHERE d.version_id = v.id AND d.day = old.day
      RETURNING d.version_id, d.day, d.client, d.count
    ), of_apps AS (
      INSERT INTO app_downloads AS d (app_id, owner_uid, day, count)
      SELECT app_id, owner_uid, ${month}, sum(count)::int FROM old GROUP BY 1, 2, 3
      ON CONFLICT (app_id, day) DO UPDATE SET count = d.count + excluded.count
    ), of_clients AS (
      INSERT INTO app_client_downloads AS d (app_id, day, client, count)
      SELECT app_id, ${month}, client, sum(count)::int FROM old_of_clients GROUP BY 1, 2, 3
      ON CONFLICT (app_id, day, client) DO UPDATE SET count = d.count + excluded.count
    ), of_versions AS (
      INSERT INTO downloads AS d (version_id, day, client, count)
      SELECT version_id, ${month}, client, sum(count)::int FROM old_of_versions GROUP BY 1, 2, 3
      ON CONFLICT (version_id, day, client) DO UPDATE SET count = d.count + excluded.count
    )
    SELECT FROM old`;
}
