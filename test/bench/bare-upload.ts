import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/*
 * What an upload costs at least: a plain Node server that writes a body to disk and hashes it on the way.
 * Argument: the file to write. It prints its address.
 */
const [path = ''] = process.argv.slice(2);
const server = createServer(async (request, response) => {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request, hashing, createWriteStream(path));
  response.end(hash.digest('hex'));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
