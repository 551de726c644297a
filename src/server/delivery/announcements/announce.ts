import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { broadcasts, notifications } from '../../platform/db/tables/notifications.ts';
import { callError } from '../../platform/input/call-error.ts';
import { startBroadcast } from '../notifications/broadcasts.ts';
import { announcementContent } from '../notifications/content.ts';
import { readAudience } from './queries.ts';

/**
 * `notifications.announce`: notifies an audience or chosen users, by a job. The same `announcementId` is sent once;
 * with another text it fails with `already-exists`.
 */
export const announce: Handler<'notifications.announce'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const id = data.announcementId ?? randomUUID();
    const [earlier] = await tx
      .select()
      .from(broadcasts)
      .innerJoin(notifications, eq(notifications.id, broadcasts.notificationId))
      .where(eq(broadcasts.id, id));
    if (earlier) {
      const { title, message } = earlier.notifications;
      const { senderUid, recipients } = earlier.broadcasts;
      const isSame = title === data.title && message === data.message;
      if (isSame && senderUid === caller.uid) return { announcementId: id, recipients };
      throw callError('already-exists', () => t`An announcement with this ID was already sent.`, {
        reason: 'already-sent',
      });
    }
    const { recipients, ...addressed } = await readAudience(tx, data);
    await startBroadcast(tx, announcementContent(data.title, data.message), {
      id,
      ...addressed,
      recipients,
      senderUid: caller.uid,
      isAnnouncement: true,
      now: context.clock(),
    });
    await emit(tx, {
      by: caller.uid,
      name: 'announcement.sent',
      details: { announcementId: id, title: data.title, audience: addressed.audience, recipients },
    });
    return { announcementId: id, recipients };
  });
