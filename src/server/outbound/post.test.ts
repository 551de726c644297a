import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '#test/receiver.ts';
import { isPublicAddress } from './addresses.ts';
import { post, whyNotPostTo } from './post.ts';

const guarded = { webhooksAllowPrivate: false };
const open = { webhooksAllowPrivate: true };
const message = { headers: { 'X-Test': 'yes' }, body: 'hello' };

describe('addresses', () => {
  it.each(['8.8.8.8', '93.184.215.14', '2606:2800:21f::1', '172.32.0.1', '100.128.0.1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

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
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    'localhost',
    '',
  ])('%j is not', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('without leave for private addresses', () => {
  it.each([
    'http://example.org/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://db.internal/',
    'https://printer.local./',
    'https://user:password@example.org/',
  ])('%s is refused at once', async (address) => {
    expect(whyNotPostTo(new URL(address), guarded)).toMatch(/^Give /);
    await expect(post(address, message, guarded)).rejects.toThrow('Give ');
  });

  it('a public address is not', () => {
    expect(whyNotPostTo(new URL('https://hooks.example.org:8443/x'), guarded)).toBeNull();
  });

  it('a name that leads to a private address is refused when it is connected to', async () => {
    // ip6-localhost is in every Debian's hosts file; where it is not, the name leads nowhere.
    await expect(post('https://ip6-localhost:1/', message, guarded)).rejects.toThrow(
      /leads to a private address|ENOTFOUND|EAI_AGAIN/,
    );
  });
});

describe('with leave', () => {
  it('posts, and gives status and the beginning of the answer', async () => {
    await using receiver = await startReceiver();
    expect(await post(receiver.url, message, open)).toEqual({ status: 200, body: 'thank you' });
    expect(receiver.received).toMatchObject([{ headers: { 'x-test': 'yes', 'content-length': '5' } }]);
    expect(String(receiver.received[0]?.body)).toBe('hello');
  });

  it('follows no redirection', async () => {
    await using receiver = await startReceiver();
    receiver.answers.push(302);
    expect(await post(receiver.url, message, open)).toMatchObject({ status: 302 });
    expect(receiver.received).toHaveLength(1);
  });

  it('reads no more of an endless answer than it keeps', async () => {
    const endless = createServer((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      };
      response.on('drain', write);
      write();
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const { port } = endless.address() as AddressInfo;
    const answer = await post(`http://127.0.0.1:${port}/`, message, open);
    expect(answer).toEqual({ status: 200, body: 'x'.repeat(1000) });
    endless.closeAllConnections();
    endless.close();
  });

  it('tells that nobody listens', async () => {
    await expect(post('http://127.0.0.1:1/', message, open)).rejects.toThrow('ECONNREFUSED');
  });

  it('waits ten seconds for an answer', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await expect(post(`http://127.0.0.1:${port}/`, message, open)).rejects.toThrow('No answer within 10 s.');
    silent.closeAllConnections();
    silent.close();
  });
});
