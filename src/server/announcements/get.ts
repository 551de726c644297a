import type { Handler } from '../callable.ts';
import { readAnnouncement } from './queries.ts';

/** `announcements.get`: one announcement, and how far it has come. */
export const getAnnouncement: Handler<'announcements.get'> = async ({ data, context: { db } }) => ({
  announcement: await readAnnouncement(db, data.announcementId),
});
