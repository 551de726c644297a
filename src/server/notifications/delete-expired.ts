import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';

/** Rows that one statement deletes, so that none holds locks for long. */
const LOT = 5_000;

/** How long the outbox and its log keep what was delivered, in days. */
const LOG_DAYS = 30;

/**
 * The daily job: deletes notifications after their expiry, and what the outboxes need no longer. Announcements stay:
 * they are the history.
 */
export async function deleteExpired({ db, clock }: Context, signal: AbortSignal): Promise<void> {
  const now = clock();
  const logEnd = sql`${new Date(now.getTime() - LOG_DAYS * 86_400_000).toISOString()}::timestamptz`;
  const lots = [
    sql`DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE expires_at <= ${now.toISOString()}::timestamptz LIMIT ${LOT})`,
    sql`DELETE FROM notice_deliveries WHERE id IN (
      SELECT id FROM notice_deliveries WHERE finished_at <= ${logEnd} LIMIT ${LOT})`,
    sql`DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries WHERE finished_at <= ${logEnd} LIMIT ${LOT})`,
    sql`DELETE FROM notices WHERE id IN (
      SELECT id FROM notices WHERE NOT is_announcement AND created_at <= ${logEnd}
        AND status IN ('sent', 'stopped') LIMIT ${LOT})`,
  ];
  const deleteLot = async (lot: SQL) => (await db.execute(lot)).rowCount ?? 0;
  for (const lot of lots) {
    while (!signal.aborted && (await deleteLot(lot)) === LOT);
  }
}
