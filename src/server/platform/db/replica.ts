import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../config/startup-error.ts';
import type { Log } from '../log/log.ts';
import { STOP_PARTS, waitAtMost } from '../process/stopping.ts';
import { assertOwnConnections } from './pooler.ts';
import { createPool, type DatabaseConnections, openConnections } from './pools.ts';
import {
  type DatabaseIdentity,
  findMark,
  ReplicaLag,
  type ReplicaState,
  readMark,
  readPrimary,
  readReplica,
} from './replica-state.ts';
import { databaseTrouble, hasCode } from './trouble.ts';

/**
 * Errors of one read, after which others still work on the replica: serialization_failure, of rows that the primary has
 * removed since, and query_canceled, of a read that takes too long.
 * @see https://www.postgresql.org/docs/18/hot-standby.html#HOT-STANDBY-CONFLICT
 */
const ERRORS_OF_ONE_READ: ReadonlySet<unknown> = new Set(['40001', '57014']);

/** A replica that is further behind isn't used, and how often that is measured. */
export const REPLICA_LIMITS = { maxLagMs: 10_000, probeMs: 1_000 };

/**
 * The outcomes of reads: on the replica, or on the primary because the replica lacked what was just committed, is behind
 * for long, doesn't respond, was promoted, is a copy of another database, or lacks a migration; and reads that failed on
 * the replica and ran again on the primary.
 */
const OUTCOMES = [
  'replica',
  'behind',
  'lagging',
  'unavailable',
  'promoted',
  'foreign',
  'outdated',
  'failed',
] as const;
type ReadOutcome = (typeof OUTCOMES)[number];

/**
 * A read-only copy of the database, for reads that must not lack what was published, removed or changed on the primary.
 * Counts, such as downloads, may be ten seconds old.
 */
export interface Replica extends AsyncDisposable {
  readonly connections: DatabaseConnections;
  /** Resolves to true when the replica has every entry of the audit log and every feed that the primary had at the call. */
  isCurrent(): Promise<boolean>;
  /** Notes that a read on the replica failed. When others would fail too, it isn't used until it responds again. */
  noteFailure(error: unknown): void;
  /** Milliseconds since which it lacks something; null while unknown. */
  readonly lagMs: number | null;
  /** The reads so far. */
  readonly outcomes: Readonly<Record<ReadOutcome, number>>;
}

interface ReplicaOptions {
  readonly url: string;
  /** Connections to the primary. */
  readonly primary: DatabaseConnections;
  readonly log: Log;
}

/**
 * Opens the replica of `DATABASE_REPLICA_URL`. One that doesn't respond is used later, when it does. Throws
 * `StartupError` for an address that can never be used.
 */
export async function openReplica({ url, primary, log }: ReplicaOptions): Promise<Replica> {
  const pool = createPool({ connectionString: url }, 'replica', log);
  const replica = new OpenReplica({ replica: openConnections(pool), primary, log });
  try {
    await assertOwnConnections(pool, 'DATABASE_REPLICA_URL');
    await replica.probe();
  } catch (error) {
    const problem = explainConnectionError(error);
    if (problem) {
      await replica[Symbol.asyncDispose]();
      throw problem;
    }
    replica.stopUse(error);
  }
  replica.watch();
  return replica;
}

/** Returns what an operator has to correct; null for an error that may pass by itself. */
export function explainConnectionError(error: unknown): StartupError | null {
  const { code, message } = error as { code?: unknown; message: string };
  if (error instanceof StartupError) return error;
  // Rights, databases and passwords: https://www.postgresql.org/docs/18/errcodes-appendix.html
  const isWrong = typeof code === 'string' && /^(?:42501|3D000|28\w{3})$/.test(code);
  if (!isWrong) return null;
  return new StartupError(
    `The database of DATABASE_REPLICA_URL cannot be used: ${message}. Its user needs to read every table of Quayside; use that of DATABASE_URL.`,
  );
}

/** Explains why a database can't serve as the replica of another one; null when it can. */
export function explainIdentity(primary: DatabaseIdentity, replica: DatabaseIdentity): string | null {
  if (replica.system === primary.system && replica.database === primary.database) return null;
  return 'DATABASE_REPLICA_URL leads to another database than a copy of that of DATABASE_URL. Set it to a streaming replica of the same PostgreSQL and the same database name, or remove it.';
}

class OpenReplica implements Replica {
  readonly connections: DatabaseConnections;
  lagMs: number | null = null;
  readonly outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<
    ReadOutcome,
    number
  >;
  readonly #primary: DatabaseConnections;
  readonly #log: Log;
  readonly #lag = new ReplicaLag();
  readonly #closing = new AbortController();
  #status: ReadOutcome = 'unavailable';
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<ReadOutcome> | null = null;

  constructor({ replica, primary, log }: Record<'replica' | 'primary', DatabaseConnections> & { log: Log }) {
    this.connections = replica;
    this.#primary = primary;
    this.#log = log;
  }

  async isCurrent(): Promise<boolean> {
    const outcome = this.#status === 'replica' ? await this.#compareAfterThis() : this.#status;
    this.outcomes[outcome] += 1;
    return outcome === 'replica';
  }

  /** Shares a comparison that begins after this call: one runs at a time, and all that wait share the next. */
  #compareAfterThis(): Promise<ReadOutcome> {
    this.#next ??= this.#running.then(() => {
      const comparing = this.#compare();
      this.#running = comparing;
      this.#next = null;
      return comparing;
    });
    return this.#next;
  }

  async #compare(): Promise<ReadOutcome> {
    try {
      const mark = await readMark(this.#primary);
      const { isReplica, hasMark } = await findMark(this.connections, mark);
      if (!isReplica) this.#setStatus('promoted');
      else if (!hasMark) return 'behind';
      return this.#status;
    } catch (error) {
      this.stopUse(error);
      return 'unavailable';
    }
  }

  noteFailure(error: unknown): void {
    this.outcomes.failed += 1;
    if (databaseTrouble(error) && !hasCode(error, ERRORS_OF_ONE_READ)) this.stopUse(error);
    else this.#log.warn({ err: error }, 'a read on the database replica failed');
  }

  /** Reads everything on the primary until the replica responds again. */
  stopUse(error: unknown): void {
    this.lagMs = null;
    this.#setStatus('unavailable', error);
  }

  #setStatus(status: ReadOutcome, error?: unknown): void {
    if (status === this.#status) return;
    const details = { status, lagMs: this.lagMs, ...(error !== undefined && { err: error }) };
    if (status === 'replica') this.#log.info('the database replica is used for reads');
    else this.#log.warn(details, 'the database replica is not used');
    this.#status = status;
  }

  /** Measures the replica. Throws its errors, and `StartupError` for another database. */
  async probe(): Promise<void> {
    const primary = await readPrimary(this.#primary.pool);
    this.#lag.note(primary.lsn, performance.now());
    const replica = await readReplica(this.connections.pool);
    const problem = explainIdentity(primary, replica);
    this.lagMs = replica.lsn === null || problem ? null : this.#lag.measure(replica.lsn, performance.now());
    this.#setStatus(problem ? 'foreign' : this.#statusOf(primary, replica));
    if (problem) throw new StartupError(problem);
  }

  #statusOf(primary: DatabaseIdentity, { isReplica, migratedAt }: ReplicaState): ReadOutcome {
    if (!isReplica) return 'promoted';
    if (migratedAt < primary.migratedAt) return 'outdated';
    return this.lagMs === null || this.lagMs > REPLICA_LIMITS.maxLagMs ? 'lagging' : 'replica';
  }

  /** Measures the replica every second until this is closed. */
  watch(): void {
    const { signal } = this.#closing;
    const measureAlways = async () => {
      while (!signal.aborted) {
        await sleep(REPLICA_LIMITS.probeMs, undefined, { signal, ref: false });
        await this.probe().catch((error: unknown) => {
          if (error instanceof StartupError || signal.aborted) return;
          this.stopUse(error);
        });
      }
    };
    void measureAlways().catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await waitAtMost(STOP_PARTS.connectionsMs, this.connections.pool.end());
  }
}
