import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of pages that do nothing but load. */
export interface BarePages extends AsyncDisposable {
  /** Returns the address of a page that loads a script of some bytes and then shows its heading. */
  address(bytes: number): string;
}

/** Starts the least that a page of some bytes can take: one document, and one script that a parser skips. */
export async function serveBarePages(): Promise<BarePages> {
  const server = createServer(({ url = '' }, response) => {
    const bytes = Number(/\d+/.exec(url));
    if (url.endsWith('.js')) {
      response.setHeader('Content-Type', 'text/javascript');
      const filler = randomBytes(bytes).toString('base64').slice(0, bytes);
      response.end(`document.body.innerHTML = '<h1>Shown</h1>'; // ${filler}`);
    } else {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>Bare</title><body><script src="/${bytes}.js"></script></body>`);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: (bytes) => `http://127.0.0.1:${port}/${Math.round(bytes)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
