import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { sendBytes, waitForInspection } from '#test/support/uploads.ts';
import { type AttackedServer, MAX_BLOCK_MS, MAX_MEMORY_MB, startAttackedServer } from './server.ts';

const SIZE = 64;
const TUS = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream' };

let server: AttackedServer;
let owner: Person;
let thief: Person;
let appIds: Record<'owner' | 'thief', string>;
beforeAll(async () => {
  server = await startAttackedServer();
  [owner, thief] = [await server.onboard('owner@example.org'), await server.onboard('thief@example.org')];
  appIds = {
    owner: await createApp(owner, 'org.example.own'),
    thief: await createApp(thief, 'org.example.theft'),
  };
});
afterAll(() => server[Symbol.asyncDispose]());

async function createApp(by: Person, applicationId: string): Promise<string> {
  return (await by.call('apps.create', { platform: 'android', applicationId, name: 'App' })).app.id;
}

/** Begins an upload and returns its id, which is also the id of its version. */
async function begin(who: 'owner' | 'thief', size = SIZE): Promise<string> {
  const by = who === 'owner' ? owner : thief;
  const { version } = await by.call('versions.create', { appId: appIds[who], fileName: 'a.apk', size });
  return version.id;
}

/** Sends a request exactly as written: `fetch` would normalize its path. */
async function sendRaw(
  path: string,
  { by, method = 'PATCH', headers = {}, body = Buffer.alloc(SIZE, 'x') }: RawRequest,
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { hostname, port, pathname } = new URL(server.url);
  const sent = request({
    hostname,
    port,
    method,
    path: `${pathname}${path}`,
    headers: { ...TUS, 'Upload-Offset': '0', Authorization: `Bearer ${by.token}`, ...headers },
  });
  sent.end(method === 'PATCH' || method === 'POST' ? body : undefined);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, body: text };
}

interface RawRequest {
  readonly by: Person;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
}

const offsetOf = async (by: Person, versionId: string) =>
  (await by.call('versions.get', { versionId })).upload?.offset;
const urlOf = (id: string) => `${server.url}uploads/${id}`;

describe('another user’s upload', () => {
  const paths: [string, (mine: string, theirs: string) => string][] = [
    ['in the query', (mine, theirs) => `uploads/${mine}?/${theirs}`],
    ['in the query with a trailing slash', (mine, theirs) => `uploads/${mine}?/${theirs}/`],
    ['in a named parameter', (mine, theirs) => `uploads/${mine}?id=${theirs}`],
    ['after a slash', (mine, theirs) => `uploads/${mine}/${theirs}`],
    ['after an encoded slash', (mine, theirs) => `uploads/${mine}%2f${theirs}`],
    ['after an encoded backslash', (mine, theirs) => `uploads/${mine}%5c${theirs}`],
    ['after dots', (mine, theirs) => `uploads/${mine}/../${theirs}`],
    ['after encoded dots', (mine, theirs) => `uploads/${mine}/%2e%2e/${theirs}`],
    ['after encoded dots and slashes', (mine, theirs) => `uploads/${mine}%2f..%2f${theirs}`],
    ['after a doubled slash', (mine, theirs) => `uploads/${mine}//${theirs}`],
    ['after a fragment', (mine, theirs) => `uploads/${mine}#/${theirs}`],
    ['after an encoded fragment', (mine, theirs) => `uploads/${mine}%23/${theirs}`],
    ['after an encoded question mark', (mine, theirs) => `uploads/${mine}%3f/${theirs}`],
    ['after a semicolon', (mine, theirs) => `uploads/${mine};/${theirs}`],
    ['after NUL', (mine, theirs) => `uploads/${mine}%00/${theirs}`],
  ];

  test.each(paths)('cannot be written %s', async (_where, path) => {
    const [mine, theirs] = [await begin('thief'), await begin('owner')];
    const response = await sendRaw(path(mine, theirs), { by: thief });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await offsetOf(owner, theirs)).toBe(0);
    expect(await offsetOf(thief, mine)).toBe(0);
    const asked = await sendRaw(path(mine, theirs), { by: thief, method: 'HEAD' });
    expect(asked.status).toBeGreaterThanOrEqual(400);
    await Promise.all([remove(thief, mine), remove(owner, theirs)]);
  });

  test('is treated as missing', async () => {
    const theirs = await begin('owner');
    const [foreign, missing] = [
      await sendRaw(`uploads/${theirs}`, { by: thief }),
      await sendRaw(`uploads/${crypto.randomUUID()}`, { by: thief }),
    ];
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    expect((await sendRaw(`uploads/${theirs}`, { by: server.nobody })).status).toBe(401);
    await remove(owner, theirs);
  });
});

const remove = (by: Person, versionId: string) => by.call('versions.delete', { versionId });

describe('the address of an upload', () => {
  test.each([
    ['with a query', (id: string) => `uploads/${id}?x=1`],
    ['with an empty query', (id: string) => `uploads/${id}?`],
    ['with a trailing slash', (id: string) => `uploads/${id}/`],
    ['with a doubled slash', (id: string) => `uploads//${id}`],
    ['in upper case', (id: string) => `uploads/${id.toUpperCase()}`],
    ['with an encoded letter', (id: string) => `uploads/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`],
    ['without hyphens', (id: string) => `uploads/${id.replaceAll('-', '')}`],
    ['with the ending of a file beside it', (id: string) => `uploads/${id}.json`],
    ['with a bad escape', (id: string) => `uploads/${id}%`],
  ])('is rejected %s', async (_how, path) => {
    const id = await begin('owner');
    const response = await sendRaw(path(id), { by: owner });
    expect([400, 404]).toContain(response.status);
    expect(response.body).toMatch(/upload|isn’t valid/i);
    expect(await offsetOf(owner, id)).toBe(0);
    await remove(owner, id);
  });

  test.each(['POST', 'DELETE', 'PUT', 'GET', 'OPTIONS'])('rejects %s', async (method) => {
    const id = await begin('owner');
    for (const path of [`uploads/${id}`, 'uploads', 'uploads/']) {
      const response = await sendRaw(path, {
        by: owner,
        method,
        headers: { 'Upload-Length': '5', 'Upload-Concat': 'partial', 'Upload-Defer-Length': '1' },
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
    expect(await offsetOf(owner, id)).toBe(0);
    await remove(owner, id);
  });

  test.each(['DELETE', 'POST', 'HEAD'])('ignores or rejects X-HTTP-Method-Override: %s', async (override) => {
    const id = await begin('owner');
    const response = await sendRaw(`uploads/${id}`, {
      by: owner,
      headers: { 'X-HTTP-Method-Override': override, 'Upload-Length': String(SIZE) },
      body: Buffer.alloc(8),
    });
    expect(response.status).toBeLessThan(500);
    expect(await offsetOf(owner, id)).toBeLessThanOrEqual(8);
    await remove(owner, id);
  });
});

describe('the bytes of an upload', () => {
  test.each([
    ['a wrong offset', { 'Upload-Offset': '1' }, 409],
    ['a negative offset', { 'Upload-Offset': '-1' }, 400],
    ['an offset that is no number', { 'Upload-Offset': '0x0' }, 400],
    ['an offset beyond what a number holds', { 'Upload-Offset': '99999999999999999999' }, 400],
    ['another type', { 'Content-Type': 'application/json' }, 400],
    ['no protocol version', { 'Tus-Resumable': '' }, 412],
    ['another length', { 'Upload-Length': '1000000' }, 400],
  ])('are rejected with %s', async (_what, headers, status) => {
    const id = await begin('owner');
    const response = await sendRaw(`uploads/${id}`, { by: owner, headers, body: Buffer.alloc(10) });
    expect([response.status, response.headers['content-type']]).toEqual([status, 'application/json']);
    expect(JSON.parse(response.body).error).toEqual(
      expect.objectContaining({ status: expect.any(String), message: expect.stringMatching(/\S/) }),
    );
    expect(await offsetOf(owner, id)).toBe(0);
    await remove(owner, id);
  });

  test('never exceed the announced size, with or without a length', async () => {
    const id = await begin('owner');
    const chunked = { 'Transfer-Encoding': 'chunked' };
    for (const headers of [{}, chunked]) {
      const response = await sendRaw(`uploads/${id}`, { by: owner, headers, body: randomBytes(SIZE * 4) });
      expect(response.status).toBe(413);
      expect(response.body).toMatch(/the size given/);
      expect(await offsetOf(owner, id)).toBeLessThanOrEqual(SIZE);
    }
    await remove(owner, id);
  });

  test('continue where the file ends after an interrupted request', async () => {
    const bytes = randomBytes(300_000);
    const id = await begin('owner', bytes.length);
    const { hostname, port, pathname } = new URL(urlOf(id));
    const broken = request({
      hostname,
      port,
      path: pathname,
      method: 'PATCH',
      headers: {
        ...TUS,
        'Upload-Offset': '0',
        'Content-Length': String(bytes.length),
        Authorization: `Bearer ${owner.token}`,
      },
    });
    broken.on('error', () => {});
    broken.write(bytes.subarray(0, 100_000));
    await expect.poll(() => offsetOf(owner, id)).toBe(100_000);
    broken.destroy();
    await expect
      .poll(async () => (await sendRaw(`uploads/${id}`, { by: owner, method: 'HEAD' })).headers)
      .toMatchObject({ 'upload-offset': '100000' });
    const sent = await sendBytes(urlOf(id), { bytes: bytes.subarray(100_000), offset: 100_000, by: owner });
    expect(sent.status).toBe(204);
    const version = await waitForInspection(owner, id);
    expect(version.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('are accepted from one request at a time', async () => {
    const bytes = randomBytes(2_000_000);
    const colleague = await server.signIn('owner@example.org');
    const id = await begin('owner', bytes.length);
    const other = randomBytes(bytes.length);
    await Promise.all([
      sendBytes(urlOf(id), { bytes, by: owner }),
      sendBytes(urlOf(id), { bytes: other, by: colleague }),
      sendBytes(urlOf(id), { bytes: other, by: colleague }),
    ]);
    const version = await waitForInspection(owner, id);
    const whole = [bytes, other].map((sent) => createHash('sha256').update(sent).digest('hex'));
    expect(whole).toContain(version.sha256);
  });

  test('stop and leave no file when the version is deleted meanwhile', async () => {
    const size = 50_000_000;
    const id = await begin('owner', size);
    const { hostname, port, pathname } = new URL(urlOf(id));
    const sending = request({
      hostname,
      port,
      path: pathname,
      method: 'PATCH',
      headers: {
        ...TUS,
        'Upload-Offset': '0',
        'Content-Length': String(size),
        Authorization: `Bearer ${owner.token}`,
      },
    });
    const responded = once(sending, 'response');
    sending.on('error', () => {});
    sending.write(Buffer.alloc(100_000));
    await expect.poll(() => offsetOf(owner, id)).toBeGreaterThan(0);
    await remove(owner, id);
    const dripping = setInterval(() => sending.write(Buffer.alloc(1000)), 50);
    const [response] = await responded;
    clearInterval(dripping);
    sending.destroy();
    expect([404, 410]).toContain(response.statusCode);
    await expect.poll(filesOfUploads).not.toContain(id);
  });

  test('are rejected once the upload is complete', async () => {
    const id = await begin('owner');
    const bytes = Buffer.alloc(SIZE, 'n');
    expect((await sendBytes(urlOf(id), { bytes, by: owner })).status).toBe(204);
    expect((await waitForInspection(owner, id)).status).toBe('invalid');
    for (const offset of [0, SIZE]) {
      const again = await sendBytes(urlOf(id), { bytes, offset, by: owner });
      expect(again.status).toBe(409);
      expect(await again.text()).toMatch(/complete/);
    }
  });
});

async function filesOfUploads(): Promise<string> {
  return (await readdir(join(server.data.path, 'storage'), { recursive: true })).join('\n');
}

test('a hundred concurrent rejected requests do not delay others', async () => {
  const [mine, theirs] = [await begin('thief'), await begin('owner')];
  const load = await server.measure(async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        sendRaw(index % 2 ? `uploads/${mine}?/${theirs}` : `uploads/${mine}`, {
          by: thief,
          body: Buffer.alloc(200_000),
        }).catch(() => null),
      ),
    );
  });
  expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
  expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
});

describe('a suspension', () => {
  test.each(['goes on', 'stalls'])(
    'ends a running upload that %s within about a second, and later ones',
    async (kind) => {
      const admin = await server.admin();
      const person = await server.onboard();
      const appId = await createApp(person, `org.example.suspended${kind.replaceAll(/\W/g, '')}`);
      const size = 10_000_000;
      const { version } = await person.call('versions.create', { appId, fileName: 'a.apk', size });
      const { hostname, port, pathname } = new URL(server.url);
      const sent = request({
        hostname,
        port,
        method: 'PATCH',
        path: `${pathname}uploads/${version.id}`,
        headers: {
          ...TUS,
          'Upload-Offset': '0',
          'Content-Length': String(size),
          Authorization: `Bearer ${person.token}`,
        },
      });
      sent.on('error', () => {});
      const ended = Promise.race([
        once(sent, 'response').then(([response]) => response.statusCode),
        once(sent, 'close').then(() => 'closed'),
      ]);
      sent.write(Buffer.alloc(1_000));
      const sending = setInterval(() => kind === 'goes on' && sent.write(Buffer.alloc(1_000)), 50);
      // Longer than between two checks of the sender.
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      await admin.call('users.suspend', { uid: person.uid, suspended: true, reason: 'Malware' });
      let outcome: unknown;
      void ended.then((last) => {
        outcome = last;
      });
      await waitUntil('the upload ended', async () => outcome).finally(() => clearInterval(sending));
      expect([403, 'closed']).toContain(outcome);
      sent.destroy();
      const later = await sendBytes(`${server.url}uploads/${version.id}`, {
        bytes: Buffer.alloc(10),
        by: person,
      });
      expect([401, 403]).toContain(later.status);
    },
  );
});
