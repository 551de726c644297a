import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type ClientBase, Query } from 'pg';

/*
 * PostgreSQL's COPY as streams. pg has the messages, but no interface for them.
 * See https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-COPY
 */

/** The parts of pg's connection that its types omit. */
interface CopyConnection {
  readonly stream: Socket;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** The parts of pg's query that its types omit. */
interface OpenQuery {
  handleError(error: Error, connection: CopyConnection): void;
}
const OpenQuery = Query as unknown as new (text: string) => OpenQuery;

/** Rows arrive one by one; they are passed on in pieces of this size. */
const PIECE_BYTES = 64 * 1024;

class CopyOut extends OpenQuery {
  /** The bytes of all rows. The connection pauses while nobody reads them. */
  readonly bytes: Readable;
  #socket: Socket | null = null;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(text: string) {
    super(text);
    this.bytes = new Readable({ read: () => void this.#socket?.resume() });
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection): void {
    this.#socket = stream;
    // pg reuses the memory of its messages.
    this.#pieces.push(Buffer.from(chunk));
    this.#size += chunk.length;
    if (this.#size >= PIECE_BYTES && !this.#push()) stream.pause();
  }

  end(): void {
    if (this.#size > 0) this.#push();
    this.bytes.push(null);
    this.release();
  }

  /** Lets the connection go on. It stays paused when its last rows came together with the end: nobody reads after it. */
  release(): void {
    this.#socket?.resume();
  }

  #push(): boolean {
    const piece = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    return this.bytes.push(piece);
  }
}

/**
 * Runs `COPY … TO STDOUT` and passes its bytes to `read`; returns the number of rows. The connection can't be used
 * afterwards if `read` fails.
 */
export async function copyOut(
  client: ClientBase,
  text: string,
  read: (bytes: Readable) => Promise<void>,
): Promise<number> {
  const query = new CopyOut(text);
  const ended = run(client, query).then(
    (rows) => {
      query.end();
      return rows;
    },
    (error: Error) => {
      query.bytes.destroy(error);
      query.release();
      throw error;
    },
  );
  const [rows] = await Promise.all([ended, read(query.bytes)]);
  return rows;
}

class CopyIn extends OpenQuery {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #failed = new AbortController();
  /** The reason why the source could not be read. */
  sourceError: unknown = null;

  constructor(text: string, source: AsyncIterable<Uint8Array>) {
    super(text);
    this.#source = source;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }

  override handleError(error: Error, connection: CopyConnection): void {
    this.#failed.abort();
    super.handleError(error, connection);
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { signal } = this.#failed;
    try {
      for await (const chunk of this.#source) {
        if (signal.aborted) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal });
      }
      connection.endCopyFrom();
    } catch (error) {
      if (signal.aborted) return;
      this.sourceError = error;
      connection.sendCopyFail('the source could not be read');
    }
  }
}

/** Runs `COPY … FROM STDIN` with the bytes of a source; returns the number of rows. */
export async function copyIn(
  client: ClientBase,
  text: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  const query = new CopyIn(text, source);
  try {
    return await run(client, query);
  } catch (error) {
    throw query.sourceError ?? error;
  }
}

function run(client: ClientBase, query: OpenQuery): Promise<number> {
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null | undefined, result?: { rowCount: number | null }) => {
      if (error) reject(error);
      else resolve(result?.rowCount ?? 0);
    };
    (client.query as (...given: unknown[]) => void)(query, undefined, finish);
  });
}
