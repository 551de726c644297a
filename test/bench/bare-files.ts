import { open, read } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PIECE_BYTES = 256 * 1024;

/*
 * The most that Node can do for a download: a plain server that sends a file through one buffer for each connection.
 * Argument: the file. It prints its address.
 */
const [path = ''] = process.argv.slice(2);
const { size } = await stat(path);
const buffers = new WeakMap<object, Buffer>();
open(path, (failure, file) => {
  if (failure) throw failure;
  const server = createServer(({ socket }, response) => {
    const buffer = buffers.get(socket) ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
    buffers.set(socket, buffer);
    response.writeHead(200, { 'Content-Length': size, 'Content-Type': 'application/octet-stream' });
    send({ file, response, buffer });
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
  });
});

interface Download {
  readonly file: number;
  readonly response: ServerResponse;
  readonly buffer: Buffer;
}

function send(download: Download, position = 0): void {
  const { file, response, buffer } = download;
  if (position === size) return void response.end();
  read(file, buffer, 0, PIECE_BYTES, position, (failure, length) => {
    if (failure) throw failure;
    const next = () => send(download, position + length);
    // The reader may leave at any time.
    if (!response.destroyed) response.write(buffer.subarray(0, length), next);
  });
}
