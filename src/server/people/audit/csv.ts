import type { AuditEntry } from '#shared/audit/calls.ts';
import { auditSentence } from '#shared/audit/sentence.ts';

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

/** The first line of an export. The byte order mark makes spreadsheets read UTF-8. */
export const CSV_HEADING = `\u{FEFF}${csvLine(Object.keys(COLUMNS))}`;

/** Returns an entry as a line of CSV. */
export function entryLine(entry: AuditEntry): string {
  return csvLine(Object.values(COLUMNS).map((read) => read(entry)));
}

function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Returns a value as a quoted cell. Spreadsheets run a text as a formula if it begins with one of these characters; an
 * apostrophe before them stops that.
 * @see RFC 4180 (CSV) and owasp.org, "CSV Injection"
 */
function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
