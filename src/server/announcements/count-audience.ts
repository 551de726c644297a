import type { Handler } from '../callable.ts';
import { readAudience } from './queries.ts';

/** `announcements.countAudience`: how many people an announcement would be addressed to now. */
export const countAudience: Handler<'announcements.countAudience'> = async ({ data, context: { db } }) => {
  const { recipients } = await readAudience(db, data);
  return { recipients };
};
