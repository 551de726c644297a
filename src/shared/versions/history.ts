import { z } from 'zod';
import { shownNameSchema } from '../bounded.ts';
import type { EventName } from '../events.ts';
import { VERSION_ACTIONS } from './actions.ts';

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

/** Events that publishers can't cause. */
const STAFF_EVENTS: ReadonlySet<string> = new Set<EventName>([
  ...Object.values(VERSION_ACTIONS)
    .filter(({ who }) => !who.includes('publisher'))
    .map(({ event }) => event),
  'version.vulnerability-marked',
  'version.vulnerability-unmarked',
]);

/** Returns the side that caused an event; `actorUid` is null for automatic ones. */
export function historyActor(event: string, actorUid: string | null): HistoryEntry['actor'] {
  if (actorUid === null) return 'system';
  return STAFF_EVENTS.has(event) ? 'admin' : 'publisher';
}
