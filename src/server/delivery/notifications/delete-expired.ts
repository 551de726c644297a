import { type SQL, sql } from 'drizzle-orm';
import { CHANGES_KEPT_DAYS } from '../../catalog/listings/record-changes.ts';
import type { Context } from '../../platform/context.ts';

/** Rows deleted by one statement, so that none holds locks for long. */
const BATCH = 5_000;

/** Days for which the outbox and the webhook logs keep finished items. */
const LOG_DAYS = 30;

/**
 * Runs daily: deletes expired notifications, finished outbox items and webhook deliveries, devices that
 * reported long ago, old upload counts, and stored batches of downloads that a killed process did not forget.
 * Announcements stay as history.
 */
export async function deleteExpired({ db, clock }: Context, signal: AbortSignal): Promise<void> {
  const now = clock();
  const expired = sql`${now.toISOString()}::timestamptz`;
  const logEnd = sql`${new Date(now.getTime() - LOG_DAYS * 86_400_000).toISOString()}::timestamptz`;
  const changesEnd = sql`${new Date(now.getTime() - CHANGES_KEPT_DAYS * 86_400_000).toISOString()}::timestamptz`;
  const batches = [
    // Before the notifications, whose trigger would otherwise delete up to a million recipients by one statement.
    sql`DELETE FROM notification_recipients WHERE (uid, notification_id) IN (
      SELECT uid, notification_id FROM notification_recipients
      WHERE expires_at <= ${expired} LIMIT ${BATCH})`,
    sql`DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE expires_at <= ${expired} AND kind <> 'systemAnnouncements' LIMIT ${BATCH})`,
    sql`DELETE FROM outbox WHERE id IN (
      SELECT id FROM outbox WHERE finished_at <= ${logEnd} LIMIT ${BATCH})`,
    sql`DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE finished_at <= ${logEnd} LIMIT ${BATCH})`,
    sql`DELETE FROM listing_changes WHERE id IN (
      SELECT id FROM listing_changes WHERE changed_at <= ${changesEnd} LIMIT ${BATCH})`,
    sql`DELETE FROM reporting_devices WHERE (version_id, round, kind, device_hash) IN (
      SELECT version_id, round, kind, device_hash FROM reporting_devices WHERE reported_at <= ${logEnd} LIMIT ${BATCH})`,
    sql`DELETE FROM download_batches WHERE id IN (
      SELECT id FROM download_batches WHERE stored_at <= ${logEnd} LIMIT ${BATCH})`,
    sql`DELETE FROM upload_days WHERE (uid, day) IN (
      SELECT uid, day FROM upload_days WHERE day < ${logEnd}::date LIMIT ${BATCH})`,
  ];
  const deleteBatch = async (batch: SQL) => (await db.execute(batch)).rowCount ?? 0;
  for (const batch of batches) {
    while (!signal.aborted && (await deleteBatch(batch)) === BATCH);
  }
}
