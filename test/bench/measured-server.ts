import { embeddedConnection, embeddedDatabase } from '#test/support/embedded-database.ts';
import { createPeople, type People } from '#test/support/people.ts';
import { type Environment, makeDataDirectory, startServerProcess } from '#test/support/server-process.ts';

/** A server as operators run it, in a process of its own with the embedded PostgreSQL. */
export interface MeasuredServer extends People, AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  readonly pid: number;
  /** The directory of the database's socket. */
  readonly socketDirectory: string;
  readonly dataDir: string;
}

interface MeasuredServerOptions {
  /** An empty one by default. */
  readonly dataDir?: string;
  readonly env?: Environment;
}

/** Starts a server on a free port. */
export async function startMeasuredServer({
  dataDir,
  env,
}: MeasuredServerOptions = {}): Promise<MeasuredServer> {
  await using opening = new AsyncDisposableStack();
  const path = dataDir ?? opening.use(await makeDataDirectory()).path;
  const { url, pid } = opening.use(await startServerProcess({ DATA_DIR: path, LOG_LEVEL: 'error', ...env }));
  const { host = '' } = await embeddedConnection(path);
  const opened = opening.move();
  return {
    url,
    pid,
    socketDirectory: host,
    dataDir: path,
    ...createPeople({ url, database: embeddedDatabase(path) }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
