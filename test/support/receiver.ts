import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An HTTP server that records the requests it receives. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedPost[];
  /** Statuses of the next responses; 200 when it is empty. A promise holds its response back. */
  readonly statuses: (number | Promise<number>)[];
  /** Chooses the status of a response when `statuses` is empty; 200 without it. */
  statusOf?: (post: ReceivedPost) => number | Promise<number>;
  /** Called for each request when it has arrived. */
  onPost?: (post: ReceivedPost) => void;
}

/** Starts a receiver on a loopback address; redirects go to `/elsewhere`. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedPost[] = [];
  const statuses: (number | Promise<number>)[] = [];
  const server = createServer(async (request, response) => {
    const post = { path: request.url ?? '', headers: request.headers, body: await buffer(request) };
    received.push(post);
    receiver.onPost?.(post);
    const status = (await statuses.shift()) ?? (await receiver.statusOf?.(post)) ?? 200;
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {});
    response.end(status === 200 ? 'thank you' : 'not today');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/`,
    received,
    statuses,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
