import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A network between a client and a server that a test can stop or cut. */
export interface SlowNetwork extends AsyncDisposable {
  /** The server's address through this network. */
  readonly url: string;
  /** Bytes that the clients sent so far. */
  readonly sentBytes: () => number;
  /** Connections that were rejected so far. */
  readonly rejected: () => number;
  /** Resolves once clients have sent so many more bytes; whatever they send then doesn't arrive. */
  stopAfter(bytes: number): Promise<void>;
  /** Ends all connections and every new one, until it recovers. */
  cut(): void;
  recover(): void;
}

/** Starts a network in front of a server's address. */
export async function startSlowNetwork(serverUrl: string): Promise<SlowNetwork> {
  const { hostname, port, pathname } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let sent = 0;
  let rejected = 0;
  let isCut = false;
  let stop = { at: Number.POSITIVE_INFINITY, reached: () => {} };

  const server = createServer((incoming) => {
    incoming.on('error', () => {});
    if (isCut) {
      rejected += 1;
      incoming.destroy();
      return;
    }
    const outgoing = createConnection(Number(port), hostname);
    outgoing.on('error', () => {});
    incoming.on('data', (bytes) => {
      sent += bytes.length;
      outgoing.write(bytes);
      if (sent < stop.at) return;
      incoming.pause();
      stop.reached();
    });
    outgoing.on('data', (bytes) => incoming.write(bytes));
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    sentBytes: () => sent,
    rejected: () => rejected,
    stopAfter: (bytes) =>
      new Promise((resolve) => {
        stop = { at: sent + bytes, reached: resolve };
      }),
    cut() {
      isCut = true;
      end();
    },
    recover() {
      isCut = false;
      stop = { at: Number.POSITIVE_INFINITY, reached: () => {} };
      // Their clients may have been killed, which is not noticed while nothing is read.
      for (const socket of sockets) if (socket.isPaused()) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
