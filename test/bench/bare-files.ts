import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/*
 * The floor for a download without nginx: a plain Node server that sends a file. Argument: the file. It prints its
 * address.
 */
const [path = ''] = process.argv.slice(2);
const { size } = await stat(path);
const server = createServer(async (_request, response) => {
  response.writeHead(200, { 'Content-Length': size, 'Content-Type': 'application/octet-stream' });
  // The reader may leave at any time.
  await pipeline(createReadStream(path), response).catch(() => {});
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
