import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { notices } from '../db/notification-tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { announcementNotice } from '../notifications/notices.ts';
import { insertNotice } from '../notifications/tell.ts';
import { readAudience } from './queries.ts';

/**
 * `notifications.announce`: tells an audience or chosen people something, by a job. The same `announcementId` twice is
 * once; with another text it is `already-exists`.
 */
export const announce: Handler<'notifications.announce'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const id = data.announcementId ?? randomUUID();
    const [earlier] = await tx.select().from(notices).where(eq(notices.id, id));
    if (earlier) {
      const isSame = earlier.title === data.title && earlier.message === data.message;
      if (isSame && earlier.senderUid === caller.uid) {
        return { announcementId: id, recipients: earlier.recipients };
      }
      throw new CallError('already-exists', 'An announcement with this id has been sent already.');
    }
    const { recipients, ...addressed } = await readAudience(tx, data);
    await insertNotice(tx, announcementNotice(data.title, data.message), {
      id,
      ...addressed,
      recipients,
      senderUid: caller.uid,
      isAnnouncement: true,
      status: 'sending',
      now: context.clock(),
    });
    await enqueue(tx, 'send-notice', { noticeId: id });
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'announcement.sent',
      details: { announcementId: id, title: data.title, audience: addressed.audience, recipients },
    });
    return { announcementId: id, recipients };
  });
