import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An HTTP server of the test's own that keeps what is posted to it. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedPost[];
  /** The statuses of its next answers; 200 when there are none left. */
  readonly answers: number[];
}

/** Starts a receiver on a loopback address; a redirection leads to `/elsewhere`. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedPost[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) });
    const status = answers.shift() ?? 200;
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {});
    response.end(status === 200 ? 'thank you' : 'not today');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    answers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
