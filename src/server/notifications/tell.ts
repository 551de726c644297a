import { randomUUID } from 'node:crypto';
import { type NoticeRow, notices } from '../db/notification-tables.ts';
import type { Tx } from '../db/open.ts';
import { nextDigest } from '../deliveries/schedule.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { publish } from '../live/publish.ts';
import { insertDeliveries, insertNotifications } from './insert.ts';
import { expiryOf, type Notice } from './notices.ts';

interface ToPerson {
  readonly uid: string;
  readonly now: Date;
}

/**
 * Tells one person, in the transaction of what it tells: their list, and the mails and pushes that they want.
 * Nothing of it happens when that transaction fails.
 */
export async function tellPerson(tx: Tx, notice: Notice, { uid, now }: ToPerson): Promise<void> {
  const row = await insertNotice(tx, notice, {
    audience: 'chosen',
    chosenUids: [uid],
    status: 'sent',
    recipients: 1,
    finishedAt: now,
    now,
  });
  await insertNotifications(tx, row, { after: '', limit: 1 });
  const queued = await insertDeliveries(tx, row, { after: '', limit: 1, now, digestAt: nextDigest(now) });
  if (queued.mails > 0) await enqueue(tx, 'send-mails', {});
  if (queued.pushes > 0) await enqueue(tx, 'send-pushes', {});
  await publish(tx, { about: 'unread', uid });
}

type NoticeOptions = Pick<NoticeRow, 'audience' | 'status'> &
  Partial<
    Pick<NoticeRow, 'id' | 'chosenUids' | 'recipients' | 'senderUid' | 'isAnnouncement' | 'finishedAt'>
  > & {
    readonly now: Date;
  };

/** Writes down what is told to whom. An id that is taken throws by the database's unique key. */
export async function insertNotice(
  tx: Tx,
  notice: Notice,
  { now, ...options }: NoticeOptions,
): Promise<NoticeRow> {
  const [row] = await tx
    .insert(notices)
    .values({
      id: randomUUID(),
      ...notice,
      ...options,
      createdAt: now,
      expiresAt: expiryOf(notice.type, now),
    })
    .returning();
  return row as NoticeRow;
}
