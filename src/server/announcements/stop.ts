import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { noticeDeliveries, notices } from '../db/notification-tables.ts';
import { lockNotice } from '../notifications/send-notice.ts';
import { announcementNotFound, readAnnouncement } from './queries.ts';

/**
 * `announcements.stop`: reaches nobody more, neither in the store nor by the mails and pushes that still wait. Whoever
 * has it keeps it. Twice is like once; one that has reached everybody cannot be stopped.
 */
export const stopAnnouncement: Handler<'announcements.stop'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const id = data.announcementId;
    const notice = await lockNotice(tx, id);
    if (!notice?.isAnnouncement) throw announcementNotFound();
    if (notice.status === 'sent') {
      const reason = 'This announcement has been sent already.';
      throw new CallError('failed-precondition', reason, { reason });
    }
    if (notice.status !== 'stopped') {
      const now = context.clock();
      await tx.update(notices).set({ status: 'stopped', finishedAt: now }).where(eq(notices.id, id));
      await tx
        .update(noticeDeliveries)
        .set({ status: 'skipped', finishedAt: now, lastError: 'The announcement was stopped.' })
        .where(and(eq(noticeDeliveries.noticeId, id), eq(noticeDeliveries.status, 'pending')));
      await recordAudit(tx, {
        actorUid: caller.uid,
        event: 'announcement.stopped',
        details: { announcementId: id, title: notice.title, reached: notice.reached },
      });
    }
    return { announcement: await readAnnouncement(tx, id) };
  });
