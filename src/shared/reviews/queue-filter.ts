import { z } from 'zod';
import { t } from '../languages/translate.ts';
import { platformSchema } from '../packages/platform.ts';
import { MAX_QUERY_LENGTH } from './queue-limits.ts';

/** Sort order of the queue: by its age, the app's name, or with most sensitive permissions or warnings first. */
export const queueSortSchema = z.enum(['oldest', 'newest', 'name', 'permissions', 'findings']);
export type QueueSort = z.infer<typeof queueSortSchema>;

/** The versions of the queue to show, and their order. */
export const queueFilterSchema = z.object({
  sort: queueSortSchema.default('oldest'),
  /** Part of the app's name, its application id or its publisher's name. */
  query: z
    .string()
    .trim()
    .max(MAX_QUERY_LENGTH, { error: () => t`Use at most 200 characters.` })
    .optional(),
  reviewer: z.enum(['me', 'nobody']).optional(),
  /** First versions: nothing of the app is live. */
  change: z.enum(['first', 'update']).optional(),
  platform: platformSchema.optional(),
  /** New sensitive capabilities, an earlier rejection, unanswered messages, listing changes, or an overdue claim. */
  has: z.enum(['permissions', 'rejection', 'messages', 'listing', 'overdue']).optional(),
});
export type QueueFilter = z.infer<typeof queueFilterSchema>;
