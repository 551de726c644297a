import { z } from 'zod';

/** One page of a list: the cursor is what the previous page gave as `nextCursor`. */
export const pageSchema = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(100).default(50),
});
