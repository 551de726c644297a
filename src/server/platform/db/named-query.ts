import type { Writable } from 'node:stream';
import { type ClientBase, type Pool, Query, types } from 'pg';

/** A statement's text and name, and how its rows are read, which its first run finds out. */
export interface Prepared {
  /** Undefined for a statement that is planned at each call. */
  readonly name: string | undefined;
  readonly text: string;
  columns: readonly ResultColumn[] | null;
}

interface ResultColumn {
  readonly name: string;
  readonly read: (value: string) => unknown;
}

/** The parts of pg's query that its types omit. */
interface OpenQuery {
  name: string | undefined;
  prepare(connection: object): void;
}
const OpenQuery = Query as unknown as new (text: string, values: readonly unknown[]) => OpenQuery;

/**
 * A query of pg that asks PostgreSQL only once what the columns of a statement are: they are described with
 * every result otherwise, which takes both sides as long as the result of a small read.
 */
class NamedQuery extends OpenQuery {
  readonly #prepared: Prepared;
  /** The rows read so far, or why one could not be read. */
  readonly read: unknown[] = [];
  problem: unknown = null;

  constructor(prepared: Prepared, values: readonly unknown[]) {
    super(prepared.text, values);
    this.name = prepared.name;
    this.#prepared = prepared;
  }

  override prepare(connection: object): void {
    super.prepare(this.#prepared.columns ? withOneWrite(connection) : connection);
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#prepared.columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }));
  }

  handleDataRow({ fields: values }: { fields: readonly (string | null)[] }): void {
    try {
      this.read.push(readRow(this.#prepared.columns ?? [], values));
    } catch (error) {
      // Thrown here, it would end the process.
      this.problem = error;
    }
  }
}

function readRow(columns: readonly ResultColumn[], values: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {};
  columns.forEach(({ name, read }, index) => {
    const value = values[index] ?? null;
    row[name] = value === null ? null : read(value);
  });
  return row;
}

/** Runs a statement over a pool or a connection. */
export function runPrepared<Row>(
  client: Pool | ClientBase,
  prepared: Prepared,
  values: readonly unknown[],
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new NamedQuery(prepared, values);
    const finish = (failure: Error | null | undefined) => {
      const error = failure ?? query.problem;
      if (!error) return resolve(query.read as Row[]);
      if (!(error instanceof Error)) return reject(error);
      // Where the statement was run, instead of where the driver read the error.
      Error.captureStackTrace(error, finish);
      reject(Object.assign(error, { statement: prepared.name ?? prepared.text }));
    };
    (client.query as (...given: unknown[]) => void)(query, undefined, finish);
  });
}

const direct = new WeakMap<object, object>();

/** The parts of pg's connection that its types omit. */
interface OpenConnection {
  readonly stream: Writable;
}

/** The type of the message that ends a query (PostgreSQL, "Message Formats"). */
const SYNC = 'S'.charCodeAt(0);

/**
 * Returns the same connection, which leaves out the message that asks for a description, and sends the others at once
 * in one piece: writing pieces takes longer than joining them.
 */
function withOneWrite(connection: object): object {
  const known = direct.get(connection);
  if (known) return known;
  let messages: Buffer[] = [];
  const send = (message: Buffer) => {
    messages.push(message);
    if (message[0] !== SYNC) return true;
    const joined = Buffer.concat(messages);
    messages = [];
    const { stream } = connection as OpenConnection;
    return stream.writable && stream.write(joined);
  };
  const made = Object.assign(Object.create(connection) as object, { describe: () => {}, _send: send });
  direct.set(connection, made);
  return made;
}

/** Reads `bigint` as a number, which all of ours fit, and a date as its text; everything else as the driver does. */
function readerOf(type: number): (value: string) => unknown {
  if (type === types.builtins.INT8) return Number;
  if (type === types.builtins.DATE) return String;
  return types.getTypeParser(type, 'text');
}
