import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '#test/support/receiver.ts';
import { isPublicAddress } from './addresses.ts';
import { createPublicLookup } from './lookup.ts';
import { postSafely, urlDenialReason } from './safe-fetch.ts';

const guarded = { webhooksAllowPrivate: false };
const open = { webhooksAllowPrivate: true };
const message = { headers: { 'X-Test': 'yes' }, body: 'hello' };

describe('addresses', () => {
  it.each([
    '8.8.8.8',
    '93.184.215.14',
    '2606:2800:21f::1',
    '172.32.0.1',
    '100.128.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '::ffff:0:a00:1',
    '::ffff:0:8.8.8.8',
    '::10.0.0.1',
    '::8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::',
    '64:ff9b::5',
    '64:ff9b:1::a00:1',
    '64:ff9b:1::808:808',
    '64:ff9b:2::808:808',
    '2002:a00:1::',
    '2002:7f00:1::1',
    '2001:0:808:808::f5ff:fffe',
    '100::1',
    '4000::1',
    '2606:2800:21f::1%eth0',
    'fe80::1%lo',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    'localhost',
    '',
  ])('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('when private addresses are forbidden', () => {
  it.each([
    'http://example.org/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[::127.0.0.1]/',
    'https://localhost/',
    'https://db.internal/',
    'https://printer.local./',
    'https://user:password@example.org/',
  ])('rejects %s immediately', async (address) => {
    expect(urlDenialReason(new URL(address), guarded)).toMatch(/^Use /);
    await expect(postSafely(address, message, guarded)).rejects.toThrow('Use ');
  });

  it('accepts a public address', () => {
    expect(urlDenialReason(new URL('https://hooks.example.org:8443/x'), guarded)).toBeNull();
  });

  it('rejects a name that resolves to a private address when connecting', async () => {
    // Names that are only in the hosts file, such as ip6-localhost in Debian's, do not resolve.
    await expect(postSafely('https://ip6-localhost:1/', message, guarded)).rejects.toThrow(
      /resolves to a private address|ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|ECONNREFUSED/,
    );
  });
});

describe('a look-up', () => {
  const response = (v4: string[], v6: string[]) => ({
    resolve4: async () => v4,
    resolve6: async () => (v6.length > 0 ? v6 : Promise.reject(new Error('queryAaaa ENODATA'))),
  });
  const look = (v4: string[], v6: string[] = []) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    createPublicLookup(response(v4, v6) as never)('hooks.example.org', { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
    return promise;
  };

  it('returns addresses of both families, up to the limit', async () => {
    expect(await look(['8.8.8.8'], ['2606:2800:21f::1'])).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:2800:21f::1', family: 6 },
    ]);
    expect(await look(Array.from({ length: 200 }, (_, at) => `8.8.8.${at}`))).toHaveLength(4);
  });

  it.each([
    [['8.8.8.8', '10.0.0.1'], []],
    [['8.8.8.8'], ['::1']],
    [['8.8.8.8'], ['::ffff:0:7f00:1']],
    [['8.8.8.8'], ['64:ff9b::a00:1']],
    [[...Array.from({ length: 9 }, () => '8.8.8.8'), '192.168.1.1'], []],
  ])('rejects %j with %j', async (v4, v6) => {
    await expect(look(v4, v6)).rejects.toThrow('hooks.example.org resolves to a private address.');
  });

  it('fails for a name without addresses', async () => {
    await expect(look([])).rejects.toThrow('hooks.example.org doesn’t resolve to an address.');
  });

  it('blocks no file system thread while a name server does not respond', async () => {
    const silent = createSocket('udp4');
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const resolver = new Resolver({ timeout: 200, tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    const lookup = createPublicLookup(resolver);
    let ended = 0;
    const lookups = Array.from(
      { length: 20 },
      (_, at) =>
        new Promise((resolve) =>
          lookup(`slow${at}.example.org`, { all: true }, (error) => {
            ended += 1;
            resolve(error?.code);
          }),
        ),
    );
    await readFile(import.meta.filename);
    expect(ended).toBe(0);
    expect(new Set(await Promise.all(lookups))).toEqual(new Set(['ETIMEOUT']));
    silent.close();
  });
});

describe('when private addresses are allowed', () => {
  it('posts, and returns the status and the beginning of the response', async () => {
    await using receiver = await startReceiver();
    expect(await postSafely(receiver.url, message, open)).toEqual({ status: 200, body: 'thank you' });
    expect(receiver.received).toMatchObject([{ headers: { 'x-test': 'yes', 'content-length': '5' } }]);
    expect(String(receiver.received[0]?.body)).toBe('hello');
  });

  it('does not follow redirects', async () => {
    await using receiver = await startReceiver();
    receiver.statuses.push(302);
    expect(await postSafely(receiver.url, message, open)).toMatchObject({ status: 302 });
    expect(receiver.received).toHaveLength(1);
  });

  it('stops reading an endless response', async () => {
    const endless = createServer((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      };
      response.on('drain', write);
      write();
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const { port } = endless.address() as AddressInfo;
    const response = await postSafely(`http://127.0.0.1:${port}/`, message, open);
    expect(response).toEqual({ status: 200, body: 'x'.repeat(1000) });
    endless.closeAllConnections();
    endless.close();
  });

  it('aborts on the signal', async () => {
    const stopping = new AbortController();
    const silent = createServer(() => stopping.abort()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const stopped = postSafely(`http://127.0.0.1:${port}/`, { ...message, signal: stopping.signal }, open);
    await expect(stopped).rejects.toThrow('aborted');
    silent.closeAllConnections();
    silent.close();
  });

  it('reports a refused connection', async () => {
    await expect(postSafely('http://127.0.0.1:1/', message, open)).rejects.toThrow('ECONNREFUSED');
  });

  it('waits ten seconds for a response', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await expect(postSafely(`http://127.0.0.1:${port}/`, message, open)).rejects.toThrow(
      'No response within 10 s.',
    );
    silent.closeAllConnections();
    silent.close();
  });
});
