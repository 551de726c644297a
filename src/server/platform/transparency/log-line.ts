import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** Stands for the ids of users in events from which they were erased. */
export const ERASED_UID = 'erased';

/** Names the format of an exported log, in its first line. */
export const LOG_FORMAT = 'quayside-audit-log-v1';

/** The first line of an exported log. */
export const logHeaderSchema = z.object({
  format: z.literal(LOG_FORMAT),
  /** The number of entries. */
  size: z.number().int().min(0),
});

/** The personal part of an event; an export may leave it out. */
const personalSchema = z.object({
  actorUid: z.string().nullable(),
  subjectUid: z.string().nullable(),
  /** Null once erased. */
  peopleSalt: z.string().nullable(),
  /** The details as the JSON that was hashed. */
  details: z.string(),
  /** Null once erased. */
  detailsSalt: z.string().nullable(),
});

const eventSchema = z.object({
  id: z.number(),
  at: z.string(),
  event: z.string(),
  appId: z.string().nullable(),
  versionId: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
  personal: personalSchema.nullable(),
});
type LogEvent = z.infer<typeof eventSchema>;

/** An entry of the chain with its event. */
export const logLineSchema = z.object({
  /** Null for an event that isn't in the chain. */
  position: z.number().int().min(0).nullable(),
  entry: z.string(),
  /** In hexadecimal. */
  hash: z.string(),
  /** Null where it is missing. */
  event: eventSchema.nullable(),
});
export type LogLine = z.infer<typeof logLineSchema>;

/** The content of an entry, as `audit_entry` of the migration writes it. */
const entrySchema = eventSchema
  .pick({ at: true, event: true, appId: true, versionId: true, facts: true })
  .extend({
    position: z.number(),
    previous: z.string(),
    /** Salted hashes in hexadecimal. */
    people: z.string().nullable(),
    details: z.string().nullable(),
  });
type LogEntry = z.infer<typeof entrySchema>;

/** Returns what an entry says; null when it isn't one. */
export function parseLogEntry(text: string): LogEntry | null {
  try {
    return entrySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the parts of an event that differ from its entry, by name. */
export function findAlteredParts(entry: LogEntry, event: LogEvent): string[] {
  const shown = (['at', 'event', 'appId', 'versionId', 'facts'] as const).filter(
    (name) => !isDeepStrictEqual(entry[name], event[name]),
  );
  const { personal } = event;
  if (!personal) return shown;
  const { actorUid, subjectUid, peopleSalt, details, detailsSalt } = personal;
  const isPeopleKept =
    peopleSalt === null
      ? [actorUid, subjectUid].every((uid) => uid === null || uid === ERASED_UID)
      : entry.people === commit(peopleSalt, JSON.stringify({ actorUid, subjectUid }));
  const isDetailsKept =
    detailsSalt === null ? details === '{}' : entry.details === commit(detailsSalt, details);
  return [...shown, ...(isPeopleKept ? [] : ['people']), ...(isDetailsKept ? [] : ['details'])];
}

function commit(salt: string, content: string): string {
  return createHash('sha256').update(salt).update(content).digest('hex');
}
