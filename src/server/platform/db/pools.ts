import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg';
import type { Log } from '../log/log.ts';
import { MIGRATION_LEVEL } from './known-migrations.ts';
import { traceStatements } from './trace-statements.ts';

export type Db = NodePgDatabase;
/** The argument of a transaction's callback. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Connections for one kind of work. */
export interface DatabaseConnections {
  readonly pool: Pool;
  readonly db: Db;
}

/** Pool size and timeouts in milliseconds. */
interface PoolLimits {
  readonly maxConnections: number;
  /** For acquiring a connection. */
  readonly acquireMs: number;
  /** For acquiring a lock. */
  readonly lockMs: number;
  readonly statementMs: number;
  /** Between two statements of a transaction. */
  readonly idleInTransactionMs: number;
  /**
   * Without data from the database during a statement, which means that it hangs. Null waits until the
   * connection closes.
   */
  readonly silenceMs: number | null;
}

/** Limits for callers who wait: errors are reported within two seconds. */
const INTERACTIVE = {
  acquireMs: 1_600,
  lockMs: 800,
  statementMs: 1_500,
  idleInTransactionMs: 10_000,
  silenceMs: 1_800,
} as const;

/**
 * The connections of one server, at most 43 in total to the primary; the embedded PostgreSQL allows 60. Each kind of work
 * has its own, so none can use up another's.
 */
export const POOL_LIMITS = {
  /** Calls, uploads and everything else. */
  calls: { ...INTERACTIVE, maxConnections: 20 },
  /** Health, sign-in, sessions, event streams and store clients: short statements on few rows. */
  essential: { ...INTERACTIVE, maxConnections: 7 },
  /** The job queue and its jobs, which no user waits for. */
  jobs: {
    maxConnections: 16,
    acquireMs: 30_000,
    lockMs: 30_000,
    statementMs: 60_000,
    idleInTransactionMs: 60_000,
    silenceMs: null,
  },
  /** Reads on the replica, beside those connections: they run on the primary when they fail, so they fail early. */
  replica: {
    maxConnections: 20,
    acquireMs: 800,
    lockMs: 800,
    statementMs: 1_000,
    idleInTransactionMs: 10_000,
    // Longer than a statement may take, so that a slow read isn't mistaken for a replica that hangs.
    silenceMs: 1_500,
  },
} as const satisfies Record<string, PoolLimits>;

export type PoolName = keyof typeof POOL_LIMITS;

/** The options of a process's connections. */
interface PoolConnection extends ClientConfig {
  /** True for a process that responds to no visitors. */
  readonly isWorker?: boolean;
}

/**
 * Returns a pool's name with the version's level, by which others find servers that a migration would break. Workers have
 * names of their own.
 */
const connectionName = (name: PoolName, isWorker: boolean) =>
  `quayside ${name} ${isWorker ? 'worker ' : ''}${MIGRATION_LEVEL}`;

/** The name of connections that a server of this version always has. */
export const serverConnectionName = connectionName('essential', false);
/** The pattern of those of servers and workers of every version, and of those of workers alone. */
export const SERVER_CONNECTIONS = 'quayside essential %';
export const WORKER_CONNECTIONS = 'quayside essential worker %';

/** Keeps idle connections for a while, because prepared statements belong to them. */
const IDLE_MS = 300_000;

/** Returns the connection options of a pool as plain data, for another process. */
export function connectionOf({ options }: Pool): ClientConfig {
  const { connectionString, host, port, user, password, database, ssl } = options;
  const known = { connectionString, host, port, user, password, database, ssl };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** Creates a pool that survives lost connections: they are logged and replaced. */
export function createPool(
  { isWorker = false, ...connection }: PoolConnection,
  name: PoolName,
  log: Log,
): Pool {
  const limits: PoolLimits = POOL_LIMITS[name];
  const pool = new Pool({
    ...connection,
    application_name: connectionName(name, isWorker),
    max: limits.maxConnections,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: limits.acquireMs,
    keepAlive: true,
    onConnect: (client) => prepareConnection(client, limits),
  });
  // The query on a lost connection gets the error; without a listener it would also crash the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!pool.ending) log.warn({ err: error }, 'a database connection was lost');
    });
  });
  pool.on('error', () => {});
  traceStatements(pool, name);
  return pool;
}

/** Returns the query builder over a pool's connections. */
export function openConnections(pool: Pool): DatabaseConnections {
  const db = drizzle(pool);
  clients.set(db, pool);
  // The library never releases a connection whose BEGIN failed, so an unresponsive database would use up all
  // of them.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await queriesOver(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return { pool, db };
}

/** Returns the query builder over a single connection. */
export function queriesOver(client: Client | PoolClient): Db {
  const db = drizzle(client);
  clients.set(db, client);
  const begin = db.transaction.bind(db);
  db.transaction = (work, config) =>
    begin((tx) => {
      clients.set(tx, client);
      return work(tx);
    }, config);
  return db;
}

/** Returns the query builder with another last step in each of its transactions. */
export function finishTransactions(db: Db, finish: (tx: Tx) => Promise<void>): Db {
  const finishing: Db = Object.create(db);
  clients.set(finishing, clientOf(db));
  finishing.transaction = (work, config) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      await finish(tx);
      return result;
    }, config);
  return finishing;
}

/** The pool or connection behind each query builder, and the connection behind each transaction. */
const clients = new WeakMap<Db | Tx, Pool | ClientBase>();

/** Returns the pool or the connection that a query builder uses. */
export function clientOf(db: Db | Tx): Pool | ClientBase {
  const client = clients.get(db);
  if (!client) throw new Error('this query builder is not from this module');
  return client;
}

/**
 * The formats in which the driver reads values, and our own statements texts: a server, a database and a role may each have
 * other ones.
 * @see https://www.postgresql.org/docs/18/runtime-config-client.html
 */
const FORMATS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
};

/**
 * Sets the limits and formats of a new connection with a statement, because poolers such as PgBouncer reject them as
 * start-up parameters.
 */
async function prepareConnection(client: ClientBase, limits: PoolLimits): Promise<void> {
  if (limits.silenceMs !== null) endWhenSilent(client, limits.silenceMs);
  const settings = {
    ...FORMATS,
    statement_timeout: `${limits.statementMs}ms`,
    lock_timeout: `${limits.lockMs}ms`,
    idle_in_transaction_session_timeout: `${limits.idleInTransactionMs}ms`,
  };
  await client.query('SELECT set_config(key, value, false) FROM json_each_text($1)', [
    JSON.stringify(settings),
  ]);
}

/** The parts of pg's client that its types omit. */
interface BusyClient {
  readonly connection: { readonly stream: import('node:net').Socket };
  /** False while a statement runs. */
  readonly readyForQuery: boolean;
}

/**
 * Closes a connection when the database sends nothing for this long during a statement: the database's own
 * timeouts have no effect when it hangs or the network drops packets.
 */
function endWhenSilent(client: ClientBase, silenceMs: number): void {
  const busy = client as unknown as BusyClient;
  const { stream } = busy.connection;
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    if (!busy.readyForQuery) stream.destroy();
  });
}
