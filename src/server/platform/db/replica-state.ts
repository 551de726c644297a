import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { DatabaseConnections } from './pools.ts';
import { defineStatement, type StatementValues } from './statement.ts';
import { auditChain } from './tables/audit.ts';
import { feeds } from './tables/feeds.ts';

/** A moment in the history of the primary's data. */
export interface DataMark {
  /** The last entry of the audit log's chain; null before the first. Its hash stands for everything before it. */
  readonly position: number | null;
  readonly hash: Buffer | null;
  /** Grows whenever a feed is switched to a new generation. */
  readonly feedsSum: number;
}

const FEEDS_SUM = sql<number>`coalesce((SELECT sum(${feeds.timestamp}) FROM ${feeds}), 0)::float8`;

const MARK = defineStatement('replica:mark', () => ({
  select: {
    position: sql<number | null>`last.position`,
    hash: sql<Buffer | null>`last.hash`,
    feedsSum: FEEDS_SUM,
  },
  from: sql`
    FROM (VALUES (true)) AS one LEFT JOIN LATERAL (
      SELECT position, hash FROM ${auditChain} ORDER BY position DESC LIMIT 1
    ) AS last ON true`,
}));

const HAS_MARK = defineStatement(
  'replica:has',
  ({ position, hash, feedsSum }: StatementValues<DataMark>) => ({
    select: {
      isReplica: sql<boolean>`pg_is_in_recovery()`,
      hasMark: sql<boolean>`(${position}::bigint IS NULL OR EXISTS (
        SELECT FROM ${auditChain} AS chain WHERE chain.position = ${position}::bigint AND chain.hash = ${hash}::bytea))
      AND ${FEEDS_SUM} >= ${feedsSum}::float8`,
    },
    from: sql``,
  }),
);

/** Reads how far the primary has come. */
export async function readMark({ db }: DatabaseConnections): Promise<DataMark> {
  return (await MARK.first(db, {})) as DataMark;
}

/** Looks for a mark of the primary in a replica. */
export async function findMark({ db }: DatabaseConnections, mark: DataMark) {
  return (await HAS_MARK.first(db, mark)) as { isReplica: boolean; hasMark: boolean };
}

/** A database among the copies of it: they share everything but the position. */
export interface DatabaseIdentity {
  /** Made by initdb; copies of a cluster have the same. */
  readonly system: string;
  readonly database: string;
  /** The newest migration, in milliseconds since 1970. */
  readonly migratedAt: number;
}

const IDENTITY = `
  (SELECT system_identifier::text FROM pg_control_system()) AS system,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
  (SELECT max(created_at)::float8 FROM drizzle.__drizzle_migrations) AS "migratedAt"`;

/** The primary and its position in the write-ahead log, in bytes: up to there it is on disk, and replicas can get it. */
export async function readPrimary(pool: Pool): Promise<DatabaseIdentity & { lsn: number }> {
  const { rows } = await pool.query(
    `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 AS lsn, ${IDENTITY}`,
  );
  return rows[0];
}

/** A replica, as it describes itself. */
export interface ReplicaState extends DatabaseIdentity {
  /** False for one that was promoted: it then has a history of its own. */
  readonly isReplica: boolean;
  /** Up to where it has replayed the write-ahead log; null when it doesn't receive one. */
  readonly lsn: number | null;
}

/** Reads the state of a replica. */
export async function readReplica(pool: Pool): Promise<ReplicaState> {
  const { rows } = await pool.query(
    `SELECT pg_is_in_recovery() AS "isReplica",
      pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 AS lsn, ${IDENTITY}`,
  );
  return rows[0];
}

/** Positions of the primary that are remembered: ten minutes of them, one a second. */
const MAX_POSITIONS = 600;

/** Measures how far a replica is behind, by the time at which the primary had reached each position. */
export class ReplicaLag {
  #positions: { readonly lsn: number; readonly at: number }[] = [];

  /** Remembers the primary's position. */
  note(lsn: number, at: number): void {
    if (this.#positions.at(-1)?.lsn === lsn) return;
    this.#positions.push({ lsn, at });
    if (this.#positions.length > MAX_POSITIONS) this.#positions.shift();
  }

  /** Returns the milliseconds since which the replica lacks something, and forgets the positions that it has. */
  measure(replayed: number, now: number): number {
    const newest = this.#positions.at(-1);
    this.#positions = this.#positions.filter(({ lsn }) => lsn > replayed);
    const lagMs = this.#positions[0] ? now - this.#positions[0].at : 0;
    if (this.#positions.length === 0 && newest) this.#positions.push(newest);
    return lagMs;
  }
}
