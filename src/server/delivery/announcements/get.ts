import type { Handler } from '../../identity/handler.ts';
import { readAnnouncement } from './queries.ts';

/** `announcements.get`: returns an announcement and its progress. */
export const getAnnouncement: Handler<'announcements.get'> = async ({ data, context: { db } }) => ({
  announcement: await readAnnouncement(db, data.announcementId),
});
