import { type SQL, sql } from 'drizzle-orm';
import type { NoticeRow } from '../db/notification-tables.ts';
import type { Tx } from '../db/open.ts';
import { isAddressed, takesMail, wants } from './recipients.ts';

/** How far a notice has come: the last user of the lot (null when it is empty), and how many it had. */
export interface Lot {
  readonly last: string | null;
  readonly size: number;
}

interface Portion {
  /** The user after whom the lot begins. */
  readonly after: string;
  readonly limit: number;
}

/** Puts a notice into the lists of the next addressed users, in the order of their ids, by one statement. */
export async function insertNotifications(tx: Tx, notice: NoticeRow, portion: Portion): Promise<Lot> {
  const { rows } = await tx.execute<{ last: string | null; size: number }>(sql`
    WITH lot AS MATERIALIZED (${lotOf(notice, portion)}),
    told AS (
      INSERT INTO notifications (id, user_id, type, title, message, data, created_at, expires_at)
      SELECT ${`${notice.id}.`} || u.uid, u.uid, ${notice.type}, ${notice.title}, ${notice.message},
             ${notice.data ? JSON.stringify(notice.data) : null}::jsonb,
             ${notice.createdAt.toISOString()}::timestamptz, ${notice.expiresAt.toISOString()}::timestamptz
      FROM lot u LEFT JOIN notification_preferences p ON p.user_id = u.uid
      WHERE ${wants(notice, 'inApp')}
    )
    SELECT max(uid) AS last, count(*)::int AS size FROM lot`);
  return rows[0] as Lot;
}

export interface QueuedLot extends Lot {
  readonly mails: number;
  readonly digests: number;
  readonly pushes: number;
}

interface MailPortion extends Portion {
  readonly now: Date;
  /** When the next letter of the day leaves. */
  readonly digestAt: Date;
}

/**
 * Writes the mails and pushes of a notice to the next addressed users into the outbox. A person gets one row for each
 * channel and target, however often this runs.
 */
export async function insertDeliveries(tx: Tx, notice: NoticeRow, portion: MailPortion): Promise<QueuedLot> {
  const now = sql`${portion.now.toISOString()}::timestamptz`;
  const digestAt = sql`${portion.digestAt.toISOString()}::timestamptz`;
  // A security notice is not for the day's letter: it is read at once.
  const isDaily = notice.kind === 'security' ? sql`false` : sql`coalesce(p.email_frequency = 'daily', false)`;
  const { rows } = await tx.execute<Record<string, unknown>>(sql`
    WITH lot AS MATERIALIZED (${lotOf(notice, portion)}),
    queued AS (
      INSERT INTO notice_deliveries (notice_id, user_id, channel, target, due_at, created_at)
      SELECT ${notice.id}, u.uid, CASE WHEN ${isDaily} THEN 'digest' ELSE 'email' END, '',
             CASE WHEN ${isDaily} THEN ${digestAt} ELSE ${now} END, ${now}
      FROM lot u LEFT JOIN notification_preferences p ON p.user_id = u.uid
      WHERE ${wants(notice, 'email')} AND ${takesMail(notice)}
      UNION ALL
      SELECT ${notice.id}, u.uid, 'push', s.id, ${now}, ${now}
      FROM lot u JOIN push_subscriptions s ON s.user_id = u.uid
      LEFT JOIN notification_preferences p ON p.user_id = u.uid
      WHERE ${wants(notice, 'push')}
      ON CONFLICT DO NOTHING
      RETURNING channel
    )
    SELECT (SELECT max(uid) FROM lot) AS last, (SELECT count(*)::int FROM lot) AS size,
           count(*) FILTER (WHERE channel = 'email')::int AS mails,
           count(*) FILTER (WHERE channel = 'digest')::int AS digests,
           count(*) FILTER (WHERE channel = 'push')::int AS pushes
    FROM queued`);
  return rows[0] as unknown as QueuedLot;
}

function lotOf(notice: NoticeRow, { after, limit }: Portion): SQL {
  return sql`
    SELECT u.uid, u.email, u.settings, u.suspended_at FROM users u
    WHERE u.uid > ${after} AND ${isAddressed(notice)}
    ORDER BY u.uid LIMIT ${limit}`;
}
