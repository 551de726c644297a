import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Counts of the requests of one balancer. */
interface BalancerFigures {
  requests: number;
  /** Requests that were sent to a second server. */
  retried: number;
  /** Requests that got no response from any server. */
  failed: number;
  /** Requests for packages that were sent to a server, and those that a server redirected to the storage. */
  downloadsSent: number;
  downloadsCounted: number;
}

/** A load balancer without sticky sessions. */
export interface Balancer extends AsyncDisposable {
  readonly figures: Readonly<BalancerFigures>;
}

interface BalancerOptions {
  readonly port: number;
  /** The origins of the servers. */
  readonly servers: readonly URL[];
  /** The path of the health check. */
  readonly readyPath: string;
}

const CHECK_MS = 1_000;
const CHECK_TIMEOUT_MS = 5_000;
const PACKAGE = /\/fdroid\/repo\/[\w.]+\.apk$/;

/**
 * Starts a balancer that gives servers their turns, leaves out those that aren't ready, and sends a request without a body
 * to one more server when the first gives no response. When no server is ready, it goes on with all of them: those know
 * better which requests they can serve.
 */
export async function startBalancer({ port, servers, readyPath }: BalancerOptions): Promise<Balancer> {
  const figures: BalancerFigures = {
    requests: 0,
    retried: 0,
    failed: 0,
    downloadsSent: 0,
    downloadsCounted: 0,
  };
  const ready = new Set(servers);
  let turn = 0;
  const choose = (without?: URL): URL => {
    const inService = servers.filter((server) => ready.has(server) && server !== without);
    const candidates = inService.length > 0 ? inService : servers.filter((server) => server !== without);
    turn += 1;
    return candidates[turn % candidates.length] as URL;
  };
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    figures.requests += 1;
    const first = choose();
    if (await pass(request, response, { to: first, figures })) return;
    if (isRepeatable(request)) {
      figures.retried += 1;
      if (await pass(request, response, { to: choose(first), figures })) return;
    }
    figures.failed += 1;
    response.writeHead(502).end('no server responds');
  };
  const server = createServer((request, response) => void forward(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const closing = new AbortController();
  for (const checked of servers)
    void checkWhile(closing.signal, new URL(readyPath, checked), (isReady) => {
      if (isReady) ready.add(checked);
      else ready.delete(checked);
    });
  return {
    figures,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await close(server);
    },
  };
}

const isRepeatable = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

async function checkWhile(
  signal: AbortSignal,
  address: URL,
  report: (isReady: boolean) => void,
): Promise<void> {
  while (!signal.aborted) {
    const limit = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    report(
      await fetch(address, { signal: limit }).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await sleep(CHECK_MS);
  }
}

interface Passing {
  readonly to: URL;
  readonly figures: BalancerFigures;
}

/** Passes a request on, and the response back. Returns false when the server gives none. */
function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { to, figures }: Passing,
): Promise<boolean> {
  const isPackage = request.method === 'GET' && PACKAGE.test(request.url ?? '');
  if (isPackage) figures.downloadsSent += 1;
  return new Promise((resolve) => {
    const { method, headers, url } = request;
    // A new connection for each request, because a server may be killed between two of them.
    const sent = sendRequest({ host: to.hostname, port: to.port, method, headers, path: url, agent: false });
    sent.on('response', (received) => {
      if (isPackage && received.statusCode === 302) figures.downloadsCounted += 1;
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
      received.on('error', () => response.destroy());
      resolve(true);
    });
    sent.on('error', () => {
      if (response.headersSent) response.destroy();
      resolve(response.headersSent);
    });
    response.on('close', () => sent.destroy());
    if (isRepeatable(request)) sent.end();
    else request.pipe(sent);
  });
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
