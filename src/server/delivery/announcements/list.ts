import type { Handler } from '../../identity/handler.ts';
import { queryAnnouncements } from './queries.ts';

/** `announcements.list`: returns all announcements, newest first. */
export const listAnnouncements: Handler<'announcements.list'> = ({ data, context: { db } }) =>
  queryAnnouncements(db, data);
