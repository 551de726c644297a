import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../../identity/client-address.ts';
import { Connection, type ErrorResponse } from './connection.ts';
import type { ConnectionLimits } from './limits.ts';
import { forwardedNetwork, NetworkCounts } from './networks.ts';

const TOO_MANY_OF_NETWORK: ErrorResponse = {
  status: '429 Too Many Requests',
  message: 'Too many connections are open from your network. Close some, then try again.',
};
const TOO_MANY: ErrorResponse = {
  status: '503 Service Unavailable',
  message: 'Too many connections are open. Try again in a few seconds.',
};

interface ConnectionsOptions {
  readonly limits: ConnectionLimits;
  /** True when all connections come from our own proxy, which names the client in `X-Forwarded-For`. */
  readonly trustProxy: boolean;
}

/**
 * Tracks a server's open connections and enforces their limits: caps the number per network and in total, and
 * closes stalled ones. When the server is full, the longest idle connection is closed for a new one.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #trustProxy: boolean;
  readonly #open = new Map<Socket, Connection>();
  /** Connections without a request in progress, longest idle first. */
  readonly #idle = new Set<Connection>();
  readonly #networks: NetworkCounts;
  #isDraining = false;

  constructor({ limits, trustProxy }: ConnectionsOptions) {
    this.#limits = limits;
    this.#trustProxy = trustProxy;
    this.#networks = new NetworkCounts(limits.maxPerNetwork);
  }

  /** Registers the server's connections, and passes requests within the limits to `handle`, one after the other. */
  attach(server: Server, handle: (request: IncomingMessage, response: ServerResponse) => void): void {
    server.on('connection', (socket) => this.#admit(socket));
    server.on('request', (request, response) => {
      if (!this.#begin(request, response)) return;
      // A response without its socket keeps what is written to it, and does not learn that the connection is gone.
      if (response.socket) handle(request, response);
      else response.once('socket', () => handle(request, response));
    });
    const sweep = setInterval(() => this.#sweep(), this.#limits.sweepMs).unref();
    server.once('close', () => clearInterval(sweep));
  }

  /**
   * Closes the server: idle connections at once, others when their requests are finished, or after `drainMs`.
   */
  async drain(server: Server, drainMs: number): Promise<void> {
    this.#isDraining = true;
    const closed = once(server, 'close');
    server.close();
    for (const { socket } of this.#idle) socket.destroy();
    const timer = setTimeout(() => server.closeAllConnections(), drainMs);
    await closed;
    clearTimeout(timer);
  }

  #admit(socket: Socket): void {
    const network = this.#trustProxy || !socket.remoteAddress ? null : networkOf(socket.remoteAddress);
    const connection = new Connection(socket, network);
    const { maxConnections, maxIdleConnections } = this.#limits;
    const error = this.#networks.isFull(network) ? TOO_MANY_OF_NETWORK : TOO_MANY;
    const isFull = error === TOO_MANY_OF_NETWORK || this.#open.size >= maxConnections;
    if (isFull && !this.#closeIdle(error === TOO_MANY ? undefined : network)) {
      connection.end(error);
      return;
    }
    if (this.#idle.size >= maxIdleConnections) this.#closeIdle();
    this.#open.set(socket, connection);
    this.#idle.add(connection);
    this.#networks.add(network);
    socket.once('close', () => this.#forget(connection));
  }

  /** Closes the longest idle connection, optionally of one network; returns false when there is none. */
  #closeIdle(network?: string | null): boolean {
    for (const connection of this.#idle) {
      if (network !== undefined && connection.network !== network) continue;
      connection.socket.destroy();
      this.#forget(connection);
      return true;
    }
    return false;
  }

  #forget(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return;
    this.#idle.delete(connection);
    this.#networks.remove(connection.network);
  }

  /** Returns true when a request may be handled; otherwise it has been rejected or its connection closed. */
  #begin(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(request.socket);
    if (!connection || request.socket.destroyed) return false;
    this.#idle.delete(connection);
    connection.begin(request, response);
    response.once('close', () => this.#finish(connection, response));
    if (connection.responses.size > this.#limits.maxPipelined) {
      request.socket.destroy();
      return false;
    }
    if (request.rawHeaders.length / 2 > this.#limits.maxHeaders) {
      respond(response, 431, `Send at most ${this.#limits.maxHeaders} header fields.`);
      return false;
    }
    return !this.#trustProxy || this.#countForwarded(request, response);
  }

  /** Counts requests in progress per network, because behind a proxy all connections are the proxy's. */
  #countForwarded(request: IncomingMessage, response: ServerResponse): boolean {
    const network = forwardedNetwork(request);
    if (this.#networks.isFull(network)) {
      response.setHeader('Retry-After', '5');
      respond(
        response,
        429,
        'Too many requests from your network are in progress. Wait for some to finish, then try again.',
      );
      return false;
    }
    this.#networks.add(network);
    response.once('close', () => this.#networks.remove(network));
    return true;
  }

  #finish(connection: Connection, response: ServerResponse): void {
    connection.responses.delete(response);
    if (connection.responses.size > 0 || !this.#open.has(connection.socket)) return;
    if (this.#isDraining) connection.socket.end();
    else this.#idle.add(connection);
    if (this.#idle.size > this.#limits.maxIdleConnections) this.#closeIdle();
  }

  #sweep(): void {
    const connections = [...this.#open.values()];
    for (const connection of connections) connection.check(this.#limits);
    const { maxUnfinishedBodyBytes, maxUnsentBytes } = this.#limits;
    closeLargest(connections, ({ unfinishedBodyBytes }) => unfinishedBodyBytes, maxUnfinishedBodyBytes);
    closeLargest(connections, ({ unsentBytes }) => unsentBytes, maxUnsentBytes);
  }
}

function respond(response: ServerResponse, status: number, message: string): void {
  response.shouldKeepAlive = false;
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    .end(message);
}

/** Closes the connections that use most memory until the total is at most `max` bytes. */
function closeLargest(
  connections: readonly Connection[],
  held: (connection: Connection) => number,
  max: number,
): void {
  let sum = 0;
  for (const connection of connections) sum += held(connection);
  if (sum <= max) return;
  const largestFirst = [...connections].sort((a, b) => held(b) - held(a));
  for (const connection of largestFirst) {
    if (sum <= max) return;
    sum -= held(connection);
    connection.end(TOO_MANY);
  }
}
