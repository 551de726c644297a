import { z } from 'zod';
import { VERSION_TRANSITIONS } from './rules.ts';

/** One thing that happened to a version. */
export const historyEntrySchema = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** The name of the audit event, such as `version.submitted` or `release.halted`. */
  event: z.string(),
  /** Whether the store did it: by one of its people or by itself. */
  byStore: z.boolean(),
  /** Who of the publisher's side did it; the store does not say who of its people. */
  actorName: z.string().nullable(),
  /** The share of devices that a release was offered to with it; null where it says nothing of that. */
  percentage: z.number().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Events that only the store's side can cause, by the table of transitions. */
const STORE_EVENTS: ReadonlySet<string> = new Set(
  Object.values(VERSION_TRANSITIONS)
    .filter(({ who }) => !who.includes('publisher'))
    .map(({ event }) => event),
);

/** Whether an event came from the store; `actorUid` is null where the store acted by itself. */
export function isByStore(event: string, actorUid: string | null): boolean {
  return actorUid === null || STORE_EVENTS.has(event);
}

const WORDS: Readonly<Record<string, string>> = {
  'version.created': 'Upload begun',
  'version.received': 'File received',
  'version.refused': 'Did not pass inspection',
  'version.accepted': 'Passed inspection',
  'version.submitted': 'Submitted for review',
  'version.withdrawn': 'Withdrawn',
  'version.claimed': 'A reviewer began to look at it',
  'version.claim-released': 'Given back to the queue',
  'version.approved': 'Approved',
  'version.published': 'Published',
  'version.rejected': 'Rejected',
  'version.unpublished': 'Unpublished',
  'version.republished': 'Published again',
  'version.removed': 'Removed by the store',
  'version.restored': 'Restored by the store',
  'release.scheduled': 'Publication changed',
  'release.rollout-changed': 'Share of devices changed',
  'release.halted': 'Rollout halted',
  'release.resumed': 'Rollout resumed',
  'release.completed': 'Offered to every device',
  'release.rolled-back': 'New installs went back to it',
};

/** What happened, in words; an event without any by its own name. */
export function describeEvent(event: string): string {
  return WORDS[event] ?? event;
}
