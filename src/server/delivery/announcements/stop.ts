import { and, eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { outbox } from '../../platform/db/tables/deliveries.ts';
import { broadcasts } from '../../platform/db/tables/notifications.ts';
import { denied } from '../../platform/input/call-error.ts';
import { lockBroadcast } from '../notifications/broadcasts.ts';
import { announcementNotFound, readAnnouncement } from './queries.ts';

/**
 * `announcements.stop`: stops an announcement for everyone it has not reached, including queued emails and pushes.
 * Users who have it keep it. Stopping twice has no effect; a finished one can't be stopped.
 */
export const stopAnnouncement: Handler<'announcements.stop'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const id = data.announcementId;
    const { broadcast, notification } = (await lockBroadcast(tx, id)) ?? {};
    if (!broadcast?.isAnnouncement) throw announcementNotFound();
    if (broadcast.status === 'sent') {
      throw denied(() => t`This announcement was already sent.`, { reason: 'already-sent' });
    }
    if (broadcast.status !== 'stopped') {
      const now = context.clock();
      await tx.update(broadcasts).set({ status: 'stopped', finishedAt: now }).where(eq(broadcasts.id, id));
      await tx
        .update(outbox)
        .set({ status: 'skipped', finishedAt: now, lastError: 'The announcement was stopped.' })
        .where(and(eq(outbox.notificationId, broadcast.notificationId), eq(outbox.status, 'pending')));
      await emit(tx, {
        by: caller.uid,
        name: 'announcement.stopped',
        details: { announcementId: id, title: notification?.title ?? '', reached: broadcast.reached },
      });
    }
    return { announcement: await readAnnouncement(tx, id) };
  });
