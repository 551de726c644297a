import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { reachableHost } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Context } from '../platform/context.ts';
import type { Log } from '../platform/log/log.ts';
import type { RequestEnv } from '../platform/log/requests.ts';
import { STOP_PARTS } from '../platform/process/stopping.ts';
import { Connections } from './connections/connections.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connections/limits.ts';
import { respondDirectly } from './direct-response.ts';

export interface RunningServer extends AsyncDisposable {
  /** Public address with the base path: `http://127.0.0.1:8080/quayside/`. */
  readonly url: string;
}

/**
 * Listens on the configured address. Disposing stops accepting connections, lets requests in progress finish
 * for a while, and then closes the rest. Throws `StartupError` when the address cannot be used.
 */
export async function startServer(
  { config, log }: Pick<Context, 'config' | 'log'>,
  app: Pick<Hono<RequestEnv>, 'fetch'>,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<RunningServer> {
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersMs,
    // Bodies have their own timeouts (`connections/`): an upload may take any time while it makes progress.
    requestTimeout: 0,
    connectionsCheckingInterval: limits.headersMs / 6,
    keepAliveTimeout: limits.keepAliveMs,
    // Buffer size for a body that nobody reads yet, at worst in chunks of one byte.
    highWaterMark: 16 * 1024,
  });
  // Node would silently drop header fields above its own limit; ours rejects the request.
  server.maxHeadersCount = 0;
  const connections = new Connections({ limits, trustProxy: config.trustProxy });
  connections.attach(server, createListener(app, log));
  server.listen(config.port, config.host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(explainListenError(error, config));
  });
  const url = `http://${reachableHost(config.host)}:${(server.address() as AddressInfo).port}${config.basePath}`;
  return { url, [Symbol.asyncDispose]: () => connections.drain(server, STOP_PARTS.requestsMs) };
}

function createListener(app: Pick<Hono<RequestEnv>, 'fetch'>, log: Log) {
  return getRequestListener((request, env) => {
    const response = app.fetch(request, env);
    // Everything that takes time, such as opening a file, returns a promise.
    return response instanceof Promise
      ? response.then((ready) => respondDirectly(ready, env, log))
      : response;
  });
}

function explainListenError(
  { code, message }: NodeJS.ErrnoException,
  { host, port }: Context['config'],
): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use. Stop the other program, or set PORT to a free port.`;
  }
  if (code === 'EACCES') {
    return `This user can’t use port ${port}. Set PORT to 1024 or above, and let a proxy serve the lower one.`;
  }
  return `HOST ${host} with PORT ${port} can’t be used: ${message}. Set HOST to an address of this machine.`;
}
