import { and, desc, eq, gte, like, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AuditEntry } from '#shared/audit/calls.ts';
import type { CallData } from '#shared/calls.ts';
import type { Db } from '../db/open.ts';
import { apps, auditEvents, users, versions } from '../db/tables.ts';

const subjects = alias(users, 'subjects');

/** One page of the audit log, newest first. */
export async function listAudit(
  db: Db,
  filter: CallData<'audit.list'>,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const { actorUid, appId, subjectUid, event, from, to, cursor, limit } = filter;
  const rows = await db
    .select({
      entry: auditEvents,
      actorName: sql<string | null>`coalesce(${users.displayName}, ${users.email})`,
      appName: apps.name,
      versionTitle: sql<string | null>`${versions.package}->>'versionName' || ' (' ||
        coalesce(${versions.package}->>'versionCode', ${versions.package}->>'buildVersion') || ')'`,
      subjectName: sql<string | null>`coalesce(${subjects.displayName}, ${subjects.email})`,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.uid, auditEvents.actorUid))
    .leftJoin(apps, eq(apps.id, auditEvents.appId))
    .leftJoin(versions, eq(versions.id, auditEvents.versionId))
    .leftJoin(subjects, eq(subjects.uid, auditEvents.subjectUid))
    .where(
      and(
        actorUid === undefined ? undefined : eq(auditEvents.actorUid, actorUid),
        appId === undefined ? undefined : eq(auditEvents.appId, appId),
        subjectUid === undefined ? undefined : eq(auditEvents.subjectUid, subjectUid),
        event === undefined ? undefined : matches(event),
        from === undefined ? undefined : gte(auditEvents.at, new Date(from)),
        to === undefined ? undefined : lt(auditEvents.at, new Date(to)),
        cursor === undefined ? undefined : lt(auditEvents.id, Number(cursor)),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(limit + 1);
  const entries = rows.slice(0, limit).map(({ entry, ...names }) => ({
    ...entry,
    ...names,
    at: entry.at.toISOString(),
  }));
  const last = rows.length > limit ? entries.at(-1) : undefined;
  return { entries, nextCursor: last ? String(last.id) : null };
}

/** A whole name, or with a dot at its end a group of names. */
function matches(event: string) {
  if (!event.endsWith('.')) return eq(auditEvents.event, event);
  return like(auditEvents.event, `${event.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
}
