import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A fault of an S3 server, or of the network in front of it. */
export type Fault = 'denies' | 'is busy' | 'hangs' | 'truncates';

/** An address in front of an S3 server that a test can make fail. */
export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** Fails requests, all or those that match, until `recover`. Only responses to GET are truncated. */
  fail(fault: Fault, matches?: (request: IncomingMessage) => boolean): void;
  /** Forwards everything again; requests that hang end. */
  recover(): void;
}

const ERRORS = {
  denies: { status: 403, code: 'AccessDenied' },
  'is busy': { status: 503, code: 'SlowDown' },
} as const;

/** Starts a proxy that keeps the header `Host`, which is part of the signatures. */
export async function startFaultProxy(endpoint: string): Promise<FaultProxy> {
  let failing: { fault: Fault; matches: (request: IncomingMessage) => boolean } | null = null;
  const proxy = createServer(async (incoming, outgoing) => {
    const fault = failing?.matches(incoming) ? failing.fault : null;
    if (fault === 'hangs') return;
    if (fault === 'denies' || fault === 'is busy') return respondWithError(incoming, outgoing, fault);
    const isCut = fault === 'truncates' && incoming.method === 'GET';
    await forward(incoming, outgoing, { endpoint, isCut }).catch(() => outgoing.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    fail(fault, matches = () => true) {
      failing = { fault, matches };
    },
    recover() {
      failing = null;
      proxy.closeAllConnections();
    },
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

function respondWithError(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: keyof typeof ERRORS,
): void {
  const { status, code } = ERRORS[fault];
  incoming.resume();
  outgoing.writeHead(status, { 'content-type': 'application/xml' });
  outgoing.end(incoming.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`);
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { endpoint, isCut }: { endpoint: string; isCut: boolean },
): Promise<void> {
  const { method, headers, url = '' } = incoming;
  const forwarded = request(new URL(url, endpoint), { method, headers });
  forwarded.end(await buffer(incoming));
  const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  const { 'transfer-encoding': _, ...kept } = response.headers;
  outgoing.writeHead(
    response.statusCode ?? 502,
    method === 'HEAD' ? kept : { ...kept, 'content-length': body.length },
  );
  if (!isCut) {
    outgoing.end(body);
    return;
  }
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
}
