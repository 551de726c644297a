import { z } from 'zod';
import { shownNameSchema } from '../bounded.ts';

/** An entry of a version's history. */
export const historyEntrySchema = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Audit event name, such as `version.submitted` or `release.halted`. */
  event: z.string().max(100),
  actor: z.enum(['publisher', 'admin', 'system']),
  /** Name of the publisher's member; null for staff, who stay anonymous. */
  actorName: shownNameSchema.nullable(),
  /** Percentage of devices; null for other events. */
  percentage: z.number().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
