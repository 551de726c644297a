import type { Handler } from '../callable.ts';
import { notices } from '../db/notification-tables.ts';
import { after, cursorOf } from '../db/paging.ts';
import { listAnnouncementRows, presentAnnouncement } from './queries.ts';

/** `announcements.list`: every announcement there was, newest first. */
export const listAnnouncements: Handler<'announcements.list'> = async ({ data, context: { db } }) => {
  const condition = after(notices.createdAt, notices.id, data);
  const rows = await listAnnouncementRows(db, condition, data.limit + 1);
  const listed = rows.slice(0, data.limit);
  const last = rows.length > data.limit ? listed.at(-1)?.notice : undefined;
  return {
    announcements: listed.map(presentAnnouncement),
    nextCursor: last ? cursorOf(last.createdAt, last.id) : null,
  };
};
