import { sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { defineStatement } from '../db/statement.ts';
import { auditChain, auditEvents, auditSubtrees } from '../db/tables/audit.ts';
import type { LogLine } from './log-line.ts';
import type { ReadHashes } from './merkle.ts';

/** Entries that are read at once. Few, because details can be long. */
const BATCH = 200;
/** Events that are compared with the chain at once, by their ids alone. */
const SEARCHED = 5_000;

const LOG_SIZE = defineStatement('audit-log-size', () => ({
  select: { size: sql<number>`coalesce(max(position) + 1, 0)::float8` },
  from: sql`FROM ${auditChain}`,
}));

/** Returns the number of entries in the chain. */
export async function readLogSize(db: Db): Promise<number> {
  return (await LOG_SIZE.first(db, {}))?.size ?? 0;
}

/** Returns a reader of the hashes of the log's tree. */
export function hashesOf(db: Db): ReadHashes {
  return async (level, from, to) => {
    const { rows } = await db.execute<{ hash: Buffer }>(
      level === 0
        ? sql`SELECT hash FROM ${auditChain} WHERE position >= ${from} AND position < ${to} ORDER BY position`
        : sql`SELECT hash FROM ${auditSubtrees} WHERE level = ${level} AND index >= ${from} AND index < ${to} ORDER BY index`,
    );
    return rows.map(({ hash }) => hash);
  };
}

interface LogRow extends Record<string, unknown> {
  readonly position: string | null;
  readonly entry: string | null;
  readonly hash: string | null;
  readonly id: string | null;
  readonly at: Date;
  readonly event: string;
  readonly app_id: string | null;
  readonly version_id: string | null;
  readonly facts: Record<string, unknown>;
  readonly actor_uid: string | null;
  readonly subject_uid: string | null;
  readonly people_salt: string | null;
  readonly details: string;
  readonly details_salt: string | null;
}

const EVENT_COLUMNS = sql`e.id, e.at, e.event, e.app_id, e.version_id, e.facts,
  e.actor_uid, e.subject_uid, e.people_salt, e.details::text AS details, e.details_salt`;

/** Reads the first entries of the log with their events, in order, and then the events that aren't in the chain. */
export async function* readLog(db: Db, size: number): AsyncGenerator<LogLine> {
  for (let after = -1; ; ) {
    const { rows } = await db.execute<LogRow>(sql`
      SELECT c.position, c.entry, encode(c.hash, 'hex') AS hash, ${EVENT_COLUMNS}
      FROM ${auditChain} c LEFT JOIN ${auditEvents} e ON e.id = c.event_id
      WHERE c.position > ${after} AND c.position < ${size} ORDER BY c.position LIMIT ${BATCH}`);
    yield* rows.map(presentRow);
    if (rows.length < BATCH) break;
    after = Number(rows.at(-1)?.position);
  }
  for (let after = '0'; ; ) {
    const { rows } = await db.execute<{ last: string | null; added: string[] | null }>(sql`
      SELECT max(e.id) AS last, array_agg(e.id ORDER BY e.id) FILTER (WHERE c.event_id IS NULL) AS added
      FROM (SELECT id FROM ${auditEvents} WHERE id > ${after} ORDER BY id LIMIT ${SEARCHED}) e
      LEFT JOIN ${auditChain} c ON c.event_id = e.id`);
    const [found] = rows;
    if (!found || found.last === null) break;
    yield* await readUnchained(db, (found.added ?? []).slice(0, BATCH));
    after = found.last;
  }
}

async function readUnchained(db: Db, ids: readonly string[]): Promise<LogLine[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<LogRow>(sql`
    SELECT NULL AS position, NULL AS entry, NULL AS hash, ${EVENT_COLUMNS}
    FROM ${auditEvents} e WHERE id = ANY (${sql.param(ids)}::bigint[]) ORDER BY id`);
  return rows.map(presentRow);
}

function presentRow(row: LogRow): LogLine {
  return {
    position: row.position === null ? null : Number(row.position),
    entry: row.entry ?? '',
    hash: row.hash ?? '',
    event:
      row.id === null
        ? null
        : {
            id: Number(row.id),
            at: new Date(row.at).toISOString(),
            event: row.event,
            appId: row.app_id,
            versionId: row.version_id,
            facts: row.facts,
            personal: {
              actorUid: row.actor_uid,
              subjectUid: row.subject_uid,
              peopleSalt: row.people_salt,
              details: row.details,
              detailsSalt: row.details_salt,
            },
          },
  };
}
