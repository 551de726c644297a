import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { createTestDatabase } from './postgres.ts';

/** A database behind a connection that a test can make hang or fail. */
export interface DatabaseProxy extends AsyncDisposable {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** The same database without the proxy. */
  readonly directUrl: string;
  /** Forwards nothing more, like a database stopped by SIGSTOP; new connections are accepted. */
  hang(): void;
  /** Ends all connections and rejects new ones, like a database that was shut down. */
  refuse(): Promise<void>;
  /** Forwards everything again. */
  recover(): Promise<void>;
}

/** Creates a database and a proxy in front of it. */
export async function startDatabaseProxy(): Promise<DatabaseProxy> {
  const directUrl = await createTestDatabase();
  const direct = new URL(directUrl);
  const socketPath = `${direct.searchParams.get('host')}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let isHanging = false;

  const server = createServer((incoming) => {
    const outgoing = createConnection(socketPath);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isHanging) from.pause();
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  const port = await listen(0);

  return {
    url: `postgresql://quayside@127.0.0.1:${port}${direct.pathname}`,
    directUrl,
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    refuse: close,
    async recover() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    [Symbol.asyncDispose]: close,
  };
}
