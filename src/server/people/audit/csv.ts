import type { AuditEntry } from '#shared/audit/calls.ts';
import { auditSentence } from '#shared/audit/sentence.ts';
import { csvHeading, csvLine } from '../../platform/csv.ts';

/** The columns of an export, in order. Times are ISO 8601 in UTC. */
const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | number | null>> = {
  id: ({ id }) => id,
  time: ({ at }) => at,
  event: ({ event }) => event,
  description: (entry) =>
    auditSentence(entry)
      .map(({ text }) => text)
      .join(''),
  actor: ({ actorName }) => actorName,
  actor_uid: ({ actorUid }) => actorUid,
  app: ({ appName }) => appName,
  app_id: ({ appId }) => appId,
  version: ({ versionTitle }) => versionTitle,
  version_id: ({ versionId }) => versionId,
  subject: ({ subjectName }) => subjectName,
  subject_uid: ({ subjectUid }) => subjectUid,
  details: ({ details }) => JSON.stringify(details),
};

/** The first line of an export. */
export const CSV_HEADING = csvHeading(Object.keys(COLUMNS));

/** Returns an entry as a line of CSV. */
export function entryLine(entry: AuditEntry): string {
  return csvLine(Object.values(COLUMNS).map((read) => read(entry)));
}
