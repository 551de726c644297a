import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { findFreePort } from './free-port.ts';

/** An address that forwards connections to a socket, and that a test can make hang, fail or lead elsewhere. */
export interface SocketProxy extends AsyncDisposable {
  /** The port on 127.0.0.1. */
  readonly port: number;
  /** Forwards nothing more, like a program stopped by SIGSTOP; new connections are accepted. */
  hang(): void;
  /** Ends all connections and rejects new ones, like a program that was shut down. */
  refuse(): Promise<void>;
  /** Forwards everything again. */
  recover(): Promise<void>;
  /** Forwards new connections to another socket. */
  leadTo(socketPath: string): void;
}

/** Starts a proxy in front of a Unix socket. */
export async function startSocketProxy(socketPath: string): Promise<SocketProxy> {
  const sockets = new Set<Socket>();
  let target = socketPath;
  let isHanging = false;

  const server = createServer((incoming) => {
    const outgoing = createConnection(target);
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
  // Nobody else takes it while the proxy refuses connections.
  const port = await findFreePort();
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  await listen();

  return {
    port,
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    refuse: close,
    async recover() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen();
    },
    leadTo(other) {
      target = other;
    },
    [Symbol.asyncDispose]: close,
  };
}
