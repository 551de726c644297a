import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AuditEntry, auditFilterSchema } from '#shared/audit/calls.ts';
import { MAX_FACT_NAME_LENGTH } from '#shared/packages/limits.ts';
import { markName } from '../../platform/db/marked-fact.ts';
import type { Db } from '../../platform/db/open.ts';
import { cursorOf, invalidCursor, readCursor, readCursorTime } from '../../platform/db/paging.ts';
import {
  defineStatement,
  type RowOf,
  type Statement,
  type StatementValues,
} from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { userName } from '../../platform/db/user-name.ts';

const factOf = (name: string) =>
  sql`left(${versions.package}->>${sql.raw(`'${name}', ${MAX_FACT_NAME_LENGTH}`)})`;
const factOrOther = sql`left(coalesce(${versions.package}->>'versionCode', ${versions.package}->>'buildVersion'), ${sql.raw(String(MAX_FACT_NAME_LENGTH))})`;

const entryColumns = {
  id: auditEvents.id,
  at: auditEvents.at,
  actorUid: auditEvents.actorUid,
  event: auditEvents.event,
  appId: auditEvents.appId,
  versionId: auditEvents.versionId,
  subjectUid: auditEvents.subjectUid,
  details: sql<Record<string, unknown>>`${auditEvents.facts} || ${auditEvents.details}`,
  actorName: userName(auditEvents.actorUid),
  appName: sql<string | null>`(SELECT ${apps.name} FROM ${apps} WHERE ${apps.id} = ${auditEvents.appId})`,
  versionTitle: sql<string | null>`(
    SELECT ${factOf('versionName')} || ' (' || ${factOrOther} || ')'
    FROM ${versions} WHERE ${versions.id} = ${auditEvents.versionId})`.mapWith(markName) as SQL<
    string | null
  >,
  subjectName: userName(auditEvents.subjectUid),
};

/** The filters of the log. */
export type AuditFilter = z.output<typeof auditFilterSchema>;

interface AuditPage extends AuditFilter {
  readonly events?: readonly string[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface ListValues {
  readonly actorUid: string;
  readonly appId: string;
  readonly subjectUid: string;
  /** The name of an event, or the pattern of a group. */
  readonly event: string;
  readonly names: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const CONDITIONS = {
  actorUid: ({ actorUid }) => sql`${auditEvents.actorUid} = ${actorUid}`,
  appId: ({ appId }) => sql`${auditEvents.appId} = ${appId}`,
  subjectUid: ({ subjectUid }) => sql`${auditEvents.subjectUid} = ${subjectUid}`,
  event: ({ event }) => sql`${auditEvents.event} = ${event}`,
  group: ({ event }) => sql`${auditEvents.event} LIKE ${event}`,
  names: () => sql`${auditEvents.event} = named.event`,
  from: ({ from }) => sql`${auditEvents.at} >= ${from}::timestamptz`,
  to: ({ to }) => sql`${auditEvents.at} < ${to}::timestamptz`,
  cursor: ({ afterTime, afterId }) =>
    sql`(${auditEvents.at}, ${auditEvents.id}) < (${afterTime}::timestamptz, ${afterId}::bigint)`,
} as const satisfies Record<string, (values: StatementValues<ListValues>) => SQL>;
type Condition = keyof typeof CONDITIONS;

/** Conditions with one best plan; which index is best for others depends on their values. */
const PREPARED: ReadonlySet<Condition> = new Set(['appId', 'cursor']);

const lists = new Map<string, Statement<ListValues, RowOf<typeof entryColumns>>>();
const countColumns = { count: sql<number>`count(*)::int` };
const counts = new Map<string, Statement<ListValues, RowOf<typeof countColumns>>>();

/** Returns the statement that lists the entries under these conditions. */
function listFor(conditions: readonly Condition[]) {
  const name = ['audit.list', ...conditions].join(':');
  const made =
    lists.get(name) ??
    defineStatement(
      name,
      (values: StatementValues<ListValues>) => ({
        select: entryColumns,
        from: conditions.includes('names') ? pageOfNames(conditions, values) : pageOf(conditions, values),
      }),
      { isReplanned: conditions.some((one) => !PREPARED.has(one)) },
    );
  lists.set(name, made);
  return made;
}

function pageOf(conditions: readonly Condition[], values: StatementValues<ListValues>): SQL {
  return sql`FROM ${auditEvents} WHERE ${allOf(conditions, values)} ${newestOf(values)}`;
}

/** Reads the newest entries of each named event from its range of the index, because no range has them all. */
function pageOfNames(conditions: readonly Condition[], values: StatementValues<ListValues>): SQL {
  return sql`
    FROM (SELECT DISTINCT unnest(${values.names}::text[]) AS event) AS named
    CROSS JOIN LATERAL (SELECT * ${pageOf(conditions, values)}) AS ${auditEvents} ${newestOf(values)}`;
}

function newestOf({ limit }: StatementValues<ListValues>): SQL {
  return sql`ORDER BY ${auditEvents.at} DESC, ${auditEvents.id} DESC LIMIT ${limit}`;
}

/** Returns the statement that counts the entries under these conditions. */
function countFor(conditions: readonly Condition[]) {
  const name = ['audit.count', ...conditions].join(':');
  const made =
    counts.get(name) ??
    defineStatement(
      name,
      (values: StatementValues<ListValues>) => ({
        select: countColumns,
        from: sql`
          FROM (SELECT 1 FROM ${auditEvents} WHERE ${allOf(conditions, values)} LIMIT ${values.limit}) found`,
      }),
      { isReplanned: true },
    );
  counts.set(name, made);
  return made;
}

function allOf(conditions: readonly Condition[], values: StatementValues<ListValues>): SQL {
  return sql.join([sql`true`, ...conditions.map((one) => CONDITIONS[one](values))], sql` AND `);
}

/** Returns the conditions of a filter, and their values. */
function readFilter(filter: AuditPage): { conditions: Condition[]; values: ListValues } {
  const { event = '', events, cursor, limit } = filter;
  const isGroup = event.endsWith('.');
  const given = {
    ...filter,
    event: isGroup ? undefined : filter.event,
    group: isGroup ? event : undefined,
    names: events,
  };
  const conditions = (Object.keys(CONDITIONS) as Condition[]).filter((name) => given[name] !== undefined);
  const values = {
    actorUid: filter.actorUid ?? '',
    appId: filter.appId ?? '',
    subjectUid: filter.subjectUid ?? '',
    event: isGroup ? `${event.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : event,
    names: events ?? [],
    from: filter.from ?? '',
    to: filter.to ?? '',
    ...readAuditCursor(cursor),
    limit,
  };
  return { conditions, values };
}

/** Returns one page of the audit log, newest first. */
export async function listAudit(
  db: Db,
  page: AuditPage,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const { limit } = page;
  const { conditions, values } = readFilter({ ...page, limit: limit + 1 });
  const rows = await listFor(conditions).all(db, values);
  const entries = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { entries, nextCursor: last ? cursorOf(last.at, String(last.id)) : null };
}

/** Returns how many entries a filter selects, up to a limit at which counting ends. */
export async function countAudit(db: Db, filter: AuditFilter, limit: number): Promise<number> {
  const { conditions, values } = readFilter({ ...filter, limit });
  return (await countFor(conditions).first(db, values))?.count ?? 0;
}

/** Returns the entry that a cursor names; empty without a cursor. Throws `invalid-argument`. */
function readAuditCursor(cursor: string | undefined): { afterTime: string; afterId: string } {
  if (cursor === undefined) return { afterTime: '', afterId: '' };
  const [at = '', id = ''] = readCursor(cursor, 2);
  if (!/^\d{1,15}$/.test(id)) throw invalidCursor();
  return { afterTime: readCursorTime(at), afterId: id };
}
