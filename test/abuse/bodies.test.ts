import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { setUpPerson, setUpServer } from '#test/support/set-up.ts';
import { REJECTED, sendRawAs } from './raw-calls.ts';
import { startAttackedServer } from './server.ts';

const server = setUpServer(() => startAttackedServer());
const admin = setUpPerson(() => server.admin());
const send = sendRawAs(admin);

describe('bodies that differ from their headers', () => {
  test.each<[string, BodyInit, Record<string, string>?]>([
    ['no JSON', '{"data":'],
    ['the same name twice', '{"data":{"limit":1,"limit":2}}'],
    ['the same name twice, written differently', String.raw`{"data":{"limit":1,"l\u0069mit":2}}`],
    ['two bodies in one', '{"data":{}}{"data":{}}'],
    ['__proto__', '{"data":{"__proto__":{"limit":1}}}'],
    ['__proto__ around the data', '{"__proto__":{"data":{}}}'],
    ['no UTF-8', new Uint8Array([...Buffer.from('{"data":{"query":"'), 0xff, 0xfe, ...Buffer.from('"}}')])],
    [
      'surrogates in UTF-8',
      new Uint8Array([...Buffer.from('{"data":{"query":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}}')]),
    ],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeff{"data":{}}', 'utf16le'))],
    ['gzip', new Uint8Array(gzipSync('{"data":{}}')), { 'Content-Encoding': 'gzip' }],
    [
      'a bomb of gzip',
      new Uint8Array(gzipSync(Buffer.alloc(100_000_000, ' '))),
      { 'Content-Encoding': 'gzip' },
    ],
    ['a form', new URLSearchParams({ data: '{}' }), { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ])('%s is rejected with what is wrong', async (_what, body, headers) => {
    const response = await send('users.list', body as string, headers);
    expect(response).toMatchObject(REJECTED);
    expect(response.error?.message).toMatch(/^The body .+[.}]\.?$/);
  });

  test('a byte order mark is skipped', async () => {
    expect(await send('users.list', '\ufeff{"data":{}}')).toMatchObject({ status: 200 });
  });

  test('a chunked body above the limit is rejected while it is being sent', async () => {
    const chunks = Array.from({ length: 40 }, () => Buffer.alloc(64 * 1024, ' '));
    const response = await admin.fetch('us-central1/users.me', {
      method: 'POST',
      body: Readable.toWeb(Readable.from(chunks)),
      duplex: 'half',
    } as unknown as RequestInit);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('1 MiB');
  });

  test('a Content-Length above the limit is rejected before the body is sent', async () => {
    const received = Promise.withResolvers<string>();
    const attempt = openRequest(
      `${server.url}us-central1/users.me`,
      { method: 'POST', headers: { 'Content-Length': 2 ** 30 } },
      (response) => received.resolve(text(response)),
    );
    attempt.on('error', received.reject);
    attempt.flushHeaders();
    expect(await received.promise).toContain('1 MiB');
    attempt.destroy();
  });

  test.each([
    ['a negative length', 'Content-Length: -1', ''],
    ['no number', 'Content-Length: 1e3', ''],
    ['two lengths', 'Content-Length: 11\r\nContent-Length: 12', '{"data":{}}'],
    [
      'length and chunks',
      'Content-Length: 11\r\nTransfer-Encoding: chunked',
      'b\r\n{"data":{}}\r\n0\r\n\r\n',
    ],
    ['a chunk that is none', 'Transfer-Encoding: chunked', 'zz\r\n{"data":{}}\r\n0\r\n\r\n'],
  ])('%s ends with a 4xx', async (_what, header, body) => {
    const { hostname, port, pathname } = new URL(`${server.url}us-central1/users.me`);
    const socket = connect(Number(port), hostname);
    socket.end(
      `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n${header}\r\n\r\n${body}`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test('a body that ends early has no effect', async () => {
    const { hostname, port, pathname } = new URL(`${server.url}us-central1/users.me`);
    const socket = connect(Number(port), hostname);
    socket.end(`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100\r\n\r\n{"data":`);
    expect(await text(socket)).not.toMatch(/^HTTP\/1\.1 [25]/);
    expect(await send('users.me', '{"data":{}}')).toMatchObject({ status: 200 });
  });
});
