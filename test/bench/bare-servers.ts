import { createHash } from 'node:crypto';
import { createWriteStream, open, read } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Pool, type QueryConfig } from 'pg';

/*
 * Plain servers, each the floor of something that Quayside serves. Arguments: which one, and those of its function. It
 * prints its address.
 */

const PIECE_BYTES = 256 * 1024;

const SERVERS = { files: serveFile, route: serveRoute, upload: serveUploads };

/** Serves the most that Node can do for a download: a file, through one buffer for each connection. */
async function serveFile(path = ''): Promise<void> {
  const { size } = await stat(path);
  const buffers = new WeakMap<object, Buffer>();
  open(path, (failure, file) => {
    if (failure) throw failure;
    const server = createServer(({ socket }, response) => {
      const buffer = buffers.get(socket) ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
      buffers.set(socket, buffer);
      response.writeHead(200, { 'Content-Length': size, 'Content-Type': 'application/octet-stream' });
      send({ file, size, response, buffer });
    });
    listen(server);
  });
}

interface Download {
  readonly file: number;
  readonly size: number;
  readonly response: ServerResponse;
  readonly buffer: Buffer;
}

function send(download: Download, position = 0): void {
  const { file, size, response, buffer } = download;
  if (position === size) return void response.end();
  read(file, buffer, 0, PIECE_BYTES, position, (failure, length) => {
    if (failure) throw failure;
    const next = () => send(download, position + length);
    // The reader may leave at any time.
    if (!response.destroyed) response.write(buffer.subarray(0, length), next);
  });
}

/**
 * Serves the floor for a call: a bare Hono route with the same SQL, no token, no checks. Takes the directory of the
 * database's socket, and the statements as JSON: those of each inner list run at once, the lists one after another. It
 * responds with the rows of the last list.
 */
function serveRoute(socketDirectory = '', encoded = '[]'): void {
  const steps = JSON.parse(encoded) as QueryConfig[][];
  const pool = new Pool({ host: socketDirectory, user: 'quayside', database: 'quayside', max: 14 });
  const app = new Hono();
  app.post('/', async (c) => {
    let rows: unknown[][] = [];
    for (const statements of steps) {
      rows = await Promise.all(statements.map(async (statement) => (await pool.query(statement)).rows));
    }
    return c.json({ result: rows });
  });
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, printAddress);
}

/** Serves what an upload costs at least: writes a body to a file and hashes it on the way. */
function serveUploads(path = ''): void {
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
  listen(server);
}

function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => printAddress(server.address() as AddressInfo));
}

function printAddress({ port }: AddressInfo): void {
  process.stdout.write(`http://127.0.0.1:${port}/\n`);
}

const [name = '', ...parameters] = process.argv.slice(2);
await SERVERS[name as keyof typeof SERVERS](...parameters);
