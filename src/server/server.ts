import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { reachableHost } from './config.ts';
import type { Context } from './context.ts';
import type { RequestEnv } from './requests.ts';
import { StartupError } from './startup-error.ts';

/** How long running requests may go on after the server was told to stop. */
const DRAIN_MS = 10_000;

/** A package may take this long to arrive in one request; a slow line is resumed afterwards. */
const LONGEST_REQUEST_MS = 3_600_000;

/** Longer than the idle time of common load balancers, so that it is they who close connections. */
const KEEP_ALIVE_MS = 75_000;

export interface RunningServer extends AsyncDisposable {
  /** Where it listens, with the base path: `http://127.0.0.1:8080/quayside/`. */
  readonly url: string;
}

/**
 * Listens on the configured address. Disposing stops taking connections, lets running requests finish for a while,
 * and then closes what is left. Throws `StartupError` when the address cannot be used.
 */
export async function startServer(
  { config }: Pick<Context, 'config'>,
  app: Pick<Hono<RequestEnv>, 'fetch'>,
): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { requestTimeout: LONGEST_REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
  }) as Server;
  const drain = prepareDrain(server);
  server.listen(config.port, config.host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(explainListenError(error, config));
  });
  const url = `http://${reachableHost(config.host)}:${(server.address() as AddressInfo).port}${config.basePath}`;
  return { url, [Symbol.asyncDispose]: drain };
}

function explainListenError(
  { code, message }: NodeJS.ErrnoException,
  { host, port }: Context['config'],
): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use by another program. Stop that one, or set PORT to a free port.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} may not be used by this user. Set PORT to 1024 or above, and let a proxy serve the lower one.`;
  }
  return `HOST ${host} with PORT ${port} cannot be listened on: ${message}. Set HOST to an address of this machine.`;
}

/**
 * Gives the function that closes the server. Node's own ways to do so wait for connections on which nothing was asked
 * yet, such as those that browsers open ahead, so busy ones are told from idle ones here.
 */
function prepareDrain(server: Server): () => Promise<void> {
  const idle = new Set<Socket>();
  let draining = false;
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (draining) socket.end();
      else if (!socket.destroyed) idle.add(socket);
    });
  });

  return async () => {
    draining = true;
    const closed = once(server, 'close');
    server.close();
    for (const socket of idle) socket.destroy();
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(timer);
  };
}
