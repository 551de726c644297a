import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONNECTION_LIMITS } from '#server/http/connections/limits.ts';
import type { Person } from '#test/support/people.ts';
import { preloadedModule } from '#test/support/programs.ts';
import { type AttackedServer, MAX_BLOCK_MS, MAX_MEMORY_MB, startAttackedServer } from './server.ts';
import { Attacker } from './sockets.ts';

const { maxPerNetwork, maxPipelined, maxIdleConnections } = CONNECTION_LIMITS;
const MIB = 1024 ** 2;

/** A server that is reached without a proxy, and somebody who has done nothing. */
interface Target {
  readonly server: AttackedServer;
  readonly person: Person;
}

async function startTarget(env: Record<string, string> = {}): Promise<Target> {
  const server = await startAttackedServer({ TRUST_PROXY: 'false', ...env });
  return { server, person: await server.onboard('victim@example.org') };
}

const requestLine = ({ server }: Target, method: string, target: string) => [
  `${method} ${new URL(target, server.url).pathname} HTTP/1.1`,
  'Host: store.example',
];
const bearer = ({ person }: Target) => `Authorization: Bearer ${person.token}`;
const call = (target: Target) => [...requestLine(target, 'POST', 'us-central1/users.me'), bearer(target)];
/** The head of a request with a body, of which a little follows. */
const slowBody = (target: Target, path: string) => [
  ...requestLine(target, 'POST', path),
  bearer(target),
  'Content-Type: application/json',
  'Content-Length: 60000',
  '',
  '{"data"',
];
const expectServed = async ({ person }: Target) =>
  expect((await person.tryCall('users.me', {})).status).toBe(200);

async function expectBounded({ server }: Target, attack: () => Promise<unknown>): Promise<void> {
  const { longestBlockMs, peakMemoryMb } = await server.measure(attack);
  expect(longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
  expect(peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
}

describe('with short time limits', () => {
  let target: Target;
  beforeAll(async () => {
    const monitor = fileURLToPath(new URL('monitor.ts', import.meta.url));
    const imports = `--import ${monitor} --import ${preloadedModule('abuse/short-times.ts')}`;
    target = await startTarget({ NODE_OPTIONS: imports });
  });
  afterAll(() => target.server[Symbol.asyncDispose]());

  const createUpload = async (name: string, size: number) => {
    const { app } = await target.person.call('apps.create', {
      platform: 'android',
      applicationId: `org.example.${name}`,
      name,
    });
    return target.person.call('versions.create', { appId: app.id, fileName: 'a.apk', size });
  };
  const patch = (url: string, size: number) => [
    ...requestLine(target, 'PATCH', url),
    bearer(target),
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${size}`,
    'Connection: close',
    '',
    '',
  ];

  test('ends stalled headers, bodies and uploads, and keeps serving others', async () => {
    const { upload } = await createUpload('stalled', 60_000);
    using attacker = new Attacker(target.server.url);
    const heads = await attacker.openMany(60, ...requestLine(target, 'GET', 'healthz'), 'X-Header: half');
    const paths = ['us-central1/users.me', 'auth/sign-in/email', 'avatars', 'graphics/app/en-US/icon'];
    const bodies = await Promise.all(paths.map((path) => attacker.openMany(25, ...slowBody(target, path))));
    const uploads = await attacker.openMany(1, ...patch(upload.url, 60_000), 'PK');
    await expectServed(target);
    for (const { ended } of [...heads, ...bodies.flat(), ...uploads]) {
      expect(await ended).toMatch(/^HTTP\/1.1 (404|408|429)/);
    }
    await expectServed(target);
  });

  test('ends a trickling body after the time limit, but not an upload that makes progress', async () => {
    const size = 5_000_000;
    const { upload, version } = await createUpload('moving', size);
    using attacker = new Attacker(target.server.url);
    const moving = await attacker.open(...patch(upload.url, size));
    const trickling = await attacker.open(...slowBody(target, 'us-central1/users.me'));
    let sent = 0;
    const trickle = setInterval(() => {
      trickling.socket.write('x'.repeat(300));
      moving.socket.write(Buffer.alloc(10_000));
      sent += 10_000;
    }, 100);
    expect(await trickling.ended).toMatch(/^HTTP\/1.1 408/);
    clearInterval(trickle);
    // It has been on its way for longer than the other, and goes on.
    moving.socket.write(Buffer.alloc(size - sent));
    expect(await moving.ended).toMatch(/^HTTP\/1.1 204/);
    const { version: arrived } = await target.person.call('versions.get', { versionId: version.id });
    expect(arrived.status).not.toBe('uploading');
  });

  test('limits the total size of unfinished bodies across networks', async () => {
    const head = [...requestLine(target, 'POST', 'us-central1/users.me'), `Content-Length: ${MIB}`, ''];
    const networks = Array.from(
      { length: 4 },
      (_, index) => new Attacker(target.server.url, `127.0.2.${index + 1}`),
    );
    const bodies = await Promise.all(
      networks.map((network) => network.openMany(20, ...head, 'x'.repeat(250_000))),
    );
    const ends = await Promise.all(bodies.flat().map(({ ended }) => ended));
    expect(ends.filter((end) => end.startsWith('HTTP/1.1 503')).length).toBeGreaterThan(20);
    await expectServed(target);
  });

  describe('a large download', () => {
    const name = `${randomBytes(32).toString('hex')}.png`;
    beforeAll(async () => {
      const folder = join(target.server.data.path, 'storage/objects/graphics');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, name), Buffer.alloc(32 * MIB));
    });

    /** Returns how often the server has opened the picture. */
    const countOpen = async () => {
      const folder = `/proc/${target.server.process.pid}/fd`;
      const links = (await readdir(folder)).map((file) => readlink(join(folder, file)).catch(() => ''));
      return (await Promise.all(links)).filter((file) => file.endsWith(name)).length;
    };

    test('is ended for a client that reads nothing, and its file is closed', async () => {
      using attacker = new Attacker(target.server.url);
      await expectBounded(target, async () => {
        const request = [...requestLine(target, 'GET', `graphics/${name}`), '', ''];
        await Promise.all(Array.from({ length: 40 }, () => attacker.openUnread(...request)));
        await expect.poll(countOpen).toBeGreaterThan(10);
        await expectServed(target);
        await expect.poll(countOpen).toBe(0);
      });
    });

    test('completes for a client that reads slowly', async () => {
      const response = await fetch(`${target.server.url}graphics/${name}`);
      let read = 0;
      for await (const chunk of response.body ?? []) {
        read += chunk.length;
        // A slow pace is what this test is about, so it does not wait for a state.
        if (read < MIB) await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(read).toBe(32 * MIB);
    });
  });
});

describe('with the limits of production', () => {
  let target: Target;
  beforeAll(async () => {
    target = await startTarget();
  });
  afterAll(() => target.server[Symbol.asyncDispose]());

  /** Opens connections with a request in progress each, and waits until the server has seen all of them. */
  async function occupy(attacker: Attacker, count: number): Promise<void> {
    const head = [...call(target), 'Content-Length: 60000', 'Expect: 100-continue', '', ''];
    for (const { socket } of await attacker.openMany(count, ...head)) {
      if (socket.bytesRead === 0) await once(socket, 'data');
    }
  }

  test('limits the connections of a network, closing idle ones first, and keeps serving others', async () => {
    using attacker = new Attacker(target.server.url);
    await expectBounded(target, async () => {
      await occupy(attacker, maxPerNetwork);
      for (const { ended } of await attacker.openMany(20)) {
        expect(await ended).toMatch(/^HTTP\/1.1 429 .*Too many connections are open from your network/s);
      }
      await expectServed(target);
    });
    attacker[Symbol.dispose]();

    using idler = new Attacker(target.server.url, '127.0.0.3');
    await idler.openMany(maxPerNetwork);
    const request = [...requestLine(target, 'GET', 'healthz'), 'Connection: close', '', ''];
    for (const { ended } of await idler.openMany(20, ...request)) {
      expect(await ended).toMatch(/^HTTP\/1.1 200/);
    }
    await expect.poll(() => idler.openCount).toBeLessThan(maxPerNetwork);
  });

  test('closes the longest idle connections when there are too many in total', async () => {
    const attackers = Array.from(
      { length: 7 },
      (_, index) => new Attacker(target.server.url, `127.0.1.${index + 1}`),
    );
    for (const attacker of attackers) await attacker.openMany(maxPerNetwork);
    const openCount = () => attackers.reduce((sum, attacker) => sum + attacker.openCount, 0);
    await expect.poll(openCount).toBeLessThanOrEqual(maxIdleConnections);
    await expectServed(target);
    for (const attacker of attackers) attacker[Symbol.dispose]();
  });

  test('ends a connection that sends requests far ahead of their responses', async () => {
    using attacker = new Attacker(target.server.url);
    const request = [...requestLine(target, 'GET', 'events'), bearer(target), '', ''].join('\r\n');
    await expectBounded(target, async () => {
      const floods = await attacker.openMany(20, request.repeat(500));
      await expectServed(target);
      for (const { ended } of floods) {
        expect((await ended).split('HTTP/1.1 ').length).toBeLessThan(maxPipelined + 2);
      }
    });
  });

  test('rejects headers that are too large', async () => {
    using attacker = new Attacker(target.server.url);
    const fields = Array.from({ length: 250 }, (_, index) => `X-${index}: 1`);
    const tooLong = `X-Long: ${'x'.repeat(20_000)}`;
    for (const extra of [fields, [tooLong]]) {
      const request = [...requestLine(target, 'GET', 'healthz'), ...extra, '', ''];
      expect(await (await attacker.open(...request)).ended).toMatch(/^HTTP\/1.1 431/);
    }
  });

  test('rejects bodies in chunks of one byte early', async () => {
    using attacker = new Attacker(target.server.url);
    const pieces = '1\r\nx\r\n'.repeat(900_000);
    await expectBounded(target, async () => {
      const read = ['us-central1/users.me', 'auth/sign-in/email', 'avatars'];
      for (const path of [...read, 'nowhere', 'uploads']) {
        const head = [...requestLine(target, 'POST', path), bearer(target), 'Transfer-Encoding: chunked', ''];
        const attacks = await attacker.openMany(5, ...head, pieces);
        await expectServed(target);
        const expected = read.includes(path) ? /small pieces|^$/ : /small pieces|^$|^HTTP\/1.1 4/;
        for (const { ended } of attacks) expect(await ended).toMatch(expected);
      }
    });
  });
});

test('behind a trusted proxy, limits the concurrent requests of each network, but not of the proxy', async () => {
  await using server = await startAttackedServer();
  const target = { server, person: await server.onboard('proxied@example.org') };
  using proxy = new Attacker(server.url);
  const slow = (network: string) => [
    ...call(target),
    `X-Forwarded-For: 198.51.100.7, ${network}`,
    'Content-Length: 60000',
    'Expect: 100-continue',
    '',
    '',
  ];
  // Any address of the same 64 bits is the same network.
  const held = await Promise.all(
    Array.from({ length: maxPerNetwork }, (_, index) => proxy.open(...slow(`2001:db8:0:1::${index + 1}`))),
  );
  for (const { socket } of held) if (socket.bytesRead === 0) await once(socket, 'data');
  const rejected = await proxy.open(...slow('2001:db8:0:1:ffff::1'));
  expect(await rejected.ended).toMatch(/^HTTP\/1.1 (100|429)[^]*Too many requests from your network/);
  const other = await proxy.open(...slow('2001:db8:0:2::1'));
  if (other.socket.bytesRead === 0) await once(other.socket, 'data');
  await expectServed(target);
});
