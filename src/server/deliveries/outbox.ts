import { type SQL, sql } from 'drizzle-orm';
import type { NotificationType } from '#shared/notifications/calls.ts';
import type { NoticeKind } from '#shared/notifications/preferences.ts';
import type { Context } from '../context.ts';
import type { NoticeRow } from '../db/notification-tables.ts';
import { takesMail, wants } from '../notifications/recipients.ts';
import { MAX_ATTEMPTS, nextAttempt } from './schedule.ts';

export type OutboxChannel = 'email' | 'digest' | 'push';

/** One mail or push that has been taken from the outbox, with what it says and to whom. */
export interface Delivery {
  readonly id: number;
  readonly channel: OutboxChannel;
  readonly target: string;
  readonly attempts: number;
  readonly uid: string;
  readonly email: string;
  readonly language: string | null;
  readonly noticeId: string;
  readonly kind: NoticeKind;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  readonly data: Readonly<Record<string, string>> | null;
  readonly createdAt: Date;
}

/** What became of an attempt. `skip`: it is not wanted any more. `retry`: it may succeed later. */
export type Outcome =
  | { readonly result: 'sent' }
  | { readonly result: 'skip' | 'fail' | 'retry'; readonly reason: string };

/** How long a taken delivery stays taken: longer than any attempt, so that a lost process's are taken up again. */
const LEASE_MS = 5 * 60_000;

/**
 * Takes due deliveries that nobody else has taken; `which` narrows them down further. They count as tried from here
 * on, and fall due again when this process does not say what became of them.
 */
export async function takeDue(
  { db, clock }: Context,
  { which, limit }: { which: SQL; limit: number },
): Promise<Delivery[]> {
  const now = clock();
  const { rows } = await db.execute(sql`
    WITH taken AS (
      UPDATE notice_deliveries SET
        attempts = attempts + 1,
        due_at = ${new Date(now.getTime() + LEASE_MS).toISOString()}::timestamptz
      WHERE id IN (
        SELECT id FROM notice_deliveries
        WHERE ${which} AND status = 'pending' AND due_at <= ${now.toISOString()}::timestamptz
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      RETURNING *
    )
    SELECT t.id::int, t.channel, t.target, t.attempts, u.uid, u.email, u.language, n.id AS "noticeId",
           n.kind, n.type, n.title, n.message, n.data, n.created_at AS "createdAt"
    FROM taken t JOIN notices n ON n.id = t.notice_id JOIN users u ON u.uid = t.user_id
    ORDER BY t.id`);
  return rows as unknown as Delivery[];
}

/** Whether the person still wants it: between the action and an attempt hours may pass. */
export async function isWanted({ db }: Context, { id, kind, channel }: Delivery): Promise<boolean> {
  const isPush = channel === 'push';
  const addressed: Pick<NoticeRow, 'kind' | 'audience' | 'chosenUids'> = {
    kind,
    audience: 'chosen',
    chosenUids: null,
  };
  const { rows } = await db.execute(sql`
    SELECT FROM notice_deliveries d JOIN users u ON u.uid = d.user_id
    LEFT JOIN notification_preferences p ON p.user_id = u.uid
    WHERE d.id = ${id} AND ${wants(addressed, isPush ? 'push' : 'email')}
      AND ${isPush ? sql`true` : takesMail(addressed)}`);
  return rows.length > 0;
}

/** Writes down what became of an attempt. Gives the time of the next one when there is one. */
export async function finish(
  { db, clock, log }: Context,
  delivery: Delivery,
  outcome: Outcome,
): Promise<Date | null> {
  const now = clock();
  if (outcome.result === 'retry' && delivery.attempts < MAX_ATTEMPTS) {
    const dueAt = nextAttempt(delivery.attempts, now);
    await db.execute(sql`
      UPDATE notice_deliveries SET due_at = ${dueAt.toISOString()}::timestamptz, last_error = ${outcome.reason}
      WHERE id = ${delivery.id} AND status = 'pending'`);
    return dueAt;
  }
  const status = { sent: 'sent', skip: 'skipped', fail: 'failed', retry: 'failed' }[outcome.result];
  const reason = outcome.result === 'sent' ? null : outcome.reason;
  if (status === 'failed')
    log.warn({ deliveryId: delivery.id, channel: delivery.channel, reason }, 'not delivered');
  const { rowCount } = await db.execute(sql`
    UPDATE notice_deliveries
    SET status = ${status}, finished_at = ${now.toISOString()}::timestamptz, last_error = ${reason}
    WHERE id = ${delivery.id} AND status = 'pending'`);
  if (rowCount && status === 'sent') await countSent({ db }, delivery);
  return null;
}

/** Apart from the delivery itself, as whoever stops the notice locks the two in the other order. */
async function countSent({ db }: Pick<Context, 'db'>, { noticeId, channel }: Delivery): Promise<void> {
  const isPush = channel === 'push' ? 1 : 0;
  await db.execute(sql`
    UPDATE notices SET emails = emails + ${1 - isPush}::int, pushes = pushes + ${isPush}::int
    WHERE id = ${noticeId}`);
}
