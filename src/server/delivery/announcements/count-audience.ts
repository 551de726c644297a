import type { Handler } from '../../identity/handler.ts';
import { readAudience } from './queries.ts';

/** `announcements.countAudience`: returns the number of users that an announcement would reach now. */
export const countAudience: Handler<'announcements.countAudience'> = async ({ data, context: { db } }) => {
  const { recipients } = await readAudience(db, data);
  return { recipients };
};
