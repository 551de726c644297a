import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { openDiskStorage } from '../platform/storage/disk.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { isStartOfDownload, type ServedFile, serveFile } from './serve-file.ts';
import { type RunningServer, startServer } from './server.ts';

const bytes = Buffer.from('0123456789');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const etag = `"${sha256}"`;
const large = randomBytes(50_000_000);

let directory: string;
let server: RunningServer;
let starts: string[] = [];
let opened: Readable[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-serve-'));
  const disk = await openDiskStorage(directory);
  const storage: Storage = {
    ...disk,
    async open(key, range) {
      const object = await disk.open(key, range);
      if (object) opened.push(object.stream);
      return object;
    },
  };
  const linked: Storage = {
    ...storage,
    linkTo: async (key, headers) =>
      `https://files.example.org/${key}#${encodeURIComponent(JSON.stringify(headers))}`,
  };
  await storage.put('ten', bytes);
  await storage.put('empty', Buffer.alloc(0));
  await storage.put('large', large);
  const withoutSending: Storage = {
    ...disk,
    async open(key, range) {
      const object = await disk.open(key, range);
      return object && { stream: object.stream, size: object.size };
    },
  };
  const ten: ServedFile = { storage, key: 'ten', sha256, size: 10, type: 'text/plain', cache: 'revalidate' };
  const files: Record<string, ServedFile> = {
    ten,
    package: { ...ten, cache: 'forever', downloadName: 'org.example_1.apk' },
    named: { ...ten, downloadName: 'Gezeiten "für" Ωμέγα\n\ud800.apk' },
    empty: { ...ten, key: 'empty', size: 0 },
    large: { ...ten, key: 'large', size: 50_000_000 },
    missing: { ...ten, key: 'missing' },
    shorter: { ...ten, size: 9 },
    truncated: { ...ten, key: 'truncated', size: 50_000_000 },
    stream: { ...ten, key: 'large', size: 50_000_000, storage: withoutSending },
    linked: { ...ten, storage: linked, canRedirect: true, downloadName: 'a b.apk' },
    private: { ...ten, storage: linked },
  };
  const app = new Hono();
  app.onError((error, c) => c.text(error.message, 500));
  app.get('/:file', async (c) => {
    const response = await serveFile(c, files[c.req.param('file')] ?? ten);
    if (isStartOfDownload(c, response)) starts.push(c.req.path);
    return response;
  });
  server = await startServer(
    { config: readConfig({ PORT: '0', BASE_PATH: '/' }), log: createLog('silent') },
    app,
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

/** Sends a request over a socket with unmodified headers, and returns raw `HEAD` and 304 responses. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(new URL(path, server.url), { headers, method });
}

describe('a file of a storage with links', () => {
  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(new URL(path, server.url), { headers, method, redirect: 'manual' });

  it('is a redirect that is not kept, with the type and name of the file', async () => {
    const response = await read('linked');
    expect(response.status).toBe(302);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.pathname).toBe('/ten');
    expect(JSON.parse(decodeURIComponent(location.hash.slice(1)))).toEqual({
      type: 'text/plain',
      disposition: `attachment; filename="a_b.apk"; filename*=UTF-8''a%20b.apk`,
    });
  });

  it('counts once, however many ranges are read', async () => {
    starts = [];
    const ranges = ['', 'bytes=0-', 'bytes=0-65535', 'bytes=0-0', 'bytes=5-', 'bytes=-3', 'bytes=1-1'];
    for (const Range of ranges) expect((await read('linked', { Range })).status).toBe(302);
    expect(starts).toHaveLength(3);
    expect((await read('linked', { Range: 'bytes=10-' })).status).toBe(416);
    expect(starts).toHaveLength(3);
  });

  it('responds itself to HEAD, to a client that has it, and for files that stay here', async () => {
    expect((await read('linked', {}, 'HEAD')).headers.get('content-length')).toBe('10');
    expect((await read('linked', { 'If-None-Match': etag })).status).toBe(304);
    expect(await (await read('private')).text()).toBe('0123456789');
  });
});

describe('the whole file', () => {
  it('has headers for length, tag, type and caching', async () => {
    const response = await send('ten');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag,
      'content-length': '10',
      'content-type': 'text/plain',
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.has('content-disposition')).toBe(false);
  });

  it('is an immutable download when configured as one', async () => {
    const { headers } = await send('package');
    expect(headers.get('content-disposition')).toBe('attachment; filename="org.example_1.apk"');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('may be empty', async () => {
    const response = await send('empty');
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '0',
      '',
    ]);
  });

  it('keeps a name that is not ASCII', async () => {
    const { headers } = await send('named');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Gezeiten__f_r_________.apk"; filename*=UTF-8''${encodeURIComponent('Gezeiten "für" Ωμέγα\n\ufffd.apk')}`,
    );
  });

  it('has the same headers for HEAD, and no body', async () => {
    const response = await send('package', { Range: 'bytes=0-1' }, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('10');
    expect(response.headers.get('etag')).toBe(etag);
    expect(await response.text()).toBe('');
  });

  test.each(['missing', 'shorter'])('fails when it is %s in storage', async (file) => {
    const response = await send(file);
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/^the stored object .* is (missing|damaged)$/);
  });
});

describe('If-None-Match', () => {
  test.each([etag, `W/${etag}`, `"other", ${etag}`, '*'])('responds 304 to %s', async (tag) => {
    const response = await send('ten', { 'If-None-Match': tag, Range: 'bytes=0-1' });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(etag);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe('');
  });

  test.each(['"other"', sha256, '', `"${sha256.slice(1)}"`])('sends the file for %s', async (tag) => {
    expect((await send('ten', { 'If-None-Match': tag })).status).toBe(200);
  });
});

describe('ranges', () => {
  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=3-5', '345', 'bytes 3-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-1000', '56789', 'bytes 5-9/10'],
  ])('sends the range %s', async (range, text, contentRange) => {
    const response = await send('ten', { Range: range });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe(text);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(response.headers.get('etag')).toBe(etag);
  });

  test.each(['bytes=10-', 'bytes=-0'])('responds 416 to %s', async (range) => {
    const response = await send('ten', { Range: range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
    expect(await response.text()).toBe('');
  });

  test.each(['bytes=0-1,3-4', 'lines=0-1', 'bytes=5-2'])('sends the whole file for %s', async (range) => {
    const response = await send('ten', { Range: range });
    expect([response.status, await response.text()]).toEqual([200, '0123456789']);
  });

  test.each([
    [etag, 206],
    ['"another state"', 200],
    [`W/${etag}`, 200],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ])('responds to If-Range %s with %d', async (condition, status) => {
    const response = await send('ten', { Range: 'bytes=3-5', 'If-Range': condition });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(status === 206 ? '345' : '0123456789');
  });
});

test('counts a download only for a response with the first byte and more than a look at it', async () => {
  starts = [];
  await send('ten', { 'If-None-Match': etag });
  await send('ten', {}, 'HEAD');
  await send('ten', { Range: 'bytes=1-' });
  await send('ten', { Range: 'bytes=-3' });
  await send('ten', { Range: 'bytes=20-' });
  await send('large', { Range: 'bytes=0-0' });
  await send('large', { Range: 'bytes=0-15' });
  expect(starts).toEqual([]);
  await send('ten');
  await send('package', { Range: 'bytes=0-99' });
  await send('large', { Range: 'bytes=0-99' });
  expect(starts).toEqual(['/ten', '/package', '/large']);
});

test.each(['large', 'stream'])('sends %s whole and in ranges', async (path) => {
  const whole = await send(path);
  expect(large.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
  const range = await send(path, { Range: 'bytes=300000-1300000' });
  expect(large.subarray(300_000, 1_300_001).equals(Buffer.from(await range.arrayBuffer()))).toBe(true);
});

test('ends the connection when a file turns out shorter while it is sent', async () => {
  const stored = join(directory, 'objects', 'truncated');
  await writeFile(stored, large);
  opened = [];
  const failed = new Promise<Error>((resolve) => {
    const reading = request(new URL('truncated', server.url), (response) => {
      response.once('readable', async () => {
        await truncate(stored, 1_000_000);
        response.on('error', resolve).resume();
      });
    });
    reading.on('error', resolve).end();
  });
  expect(await failed).toBeInstanceOf(Error);
  await expect.poll(() => opened[0]?.closed).toBe(true);
});

test('completes a file that is deleted while it is sent', async () => {
  const stored = join(directory, 'objects', 'truncated');
  await writeFile(stored, large);
  const response = await send('truncated');
  await rm(stored);
  expect(large.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
});

test('opens the file of a request that was sent ahead only after the response before it', async () => {
  opened = [];
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const head = (path: string) => `GET ${new URL(path, server.url).pathname} HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.write(head('large') + head('large'));
  await once(socket, 'readable');
  await expect.poll(() => opened).toHaveLength(1);
  let received = 0;
  socket.on('data', (piece) => {
    received += piece.length;
    if (received > 2 * large.length) socket.destroy();
  });
  await once(socket, 'close');
  expect(opened).toHaveLength(2);
  await expect.poll(() => opened.every(({ closed }) => closed)).toBe(true);
});

test('closes a file when the client disconnects, and does not open it for HEAD', async () => {
  opened = [];
  await send('large', {}, 'HEAD');
  expect(opened).toEqual([]);
  await new Promise<void>((resolve, reject) => {
    const reading = request(new URL('large', server.url), (response) => {
      response.once('data', () => {
        reading.destroy();
        resolve();
      });
    });
    reading.on('error', reject).end();
  });
  expect(opened).toHaveLength(1);
  await expect.poll(() => opened[0]?.closed).toBe(true);
  expect(opened[0]?.readableEnded).toBe(false);
});
