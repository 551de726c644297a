import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedDatabase } from '#test/support/embedded-database.ts';
import { runWithEnvironment } from '#test/support/operator-command.ts';
import { waitUntil } from '#test/support/patience.ts';
import { createPeople, type Person } from '#test/support/people.ts';
import {
  type DataDirectory,
  makeDataDirectory,
  type ReadyServer,
  SERVER_ENVIRONMENT,
  startServerProcess,
} from '#test/support/server-process.ts';
import { sendBytes, tusHeaders } from '#test/support/uploads.ts';
import { type Nginx, startNginx } from './nginx.ts';

const MIB = 1024 ** 2;

let nginx: Nginx;
let data: DataDirectory;
let server: ReadyServer;
let env: Record<string, string>;
let publisher: Person;
beforeAll(async () => {
  nginx = await startNginx();
  setDefaultCACertificates([await readFile(nginx.certificate, 'utf8')]);
  data = await makeDataDirectory();
  env = { DATA_DIR: data.path, PORT: String(nginx.port), PUBLIC_URL: nginx.httpsUrl };
  server = await startServerProcess(env);
  const people = createPeople({ url: nginx.httpsUrl, database: embeddedDatabase(data.path) });
  publisher = await people.onboard('publisher@example.org');
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await data?.[Symbol.asyncDispose]();
  await nginx?.[Symbol.asyncDispose]();
});

test('doctor finds that bodies, addresses and live events come through', async () => {
  const variables = { ...SERVER_ENVIRONMENT, ...env, NODE_EXTRA_CA_CERTS: nginx.certificate };
  const { stdout } = await runWithEnvironment(['doctor', '--json'], variables);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] };
  const found = checks.filter(({ name }) => name === 'address' || name === 'streaming');
  expect(found.map(({ name, status }) => [name, status])).toEqual([
    ['address', 'ok'],
    ['streaming', 'ok'],
  ]);
});

test('plain http is redirected to https', async () => {
  const response = await fetch(`${nginx.httpUrl}login`, { redirect: 'manual' });
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe('https://localhost/quayside/login');
});

/** Starts an upload of random bytes; returns its address, as the store gives it to clients. */
async function createUpload(name: string, size: number): Promise<string> {
  const harbour = { platform: 'android', applicationId: `org.example.${name}`, name } as const;
  const { app } = await publisher.call('apps.create', harbour);
  const { upload } = await publisher.call('versions.create', { appId: app.id, fileName: 'app.apk', size });
  expect(upload.url.startsWith(nginx.httpsUrl)).toBe(true);
  return upload.url;
}

async function readOffset(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: tusHeaders(publisher) });
  return response.ok ? Number(response.headers.get('upload-offset')) : 0;
}

test('an upload of any size passes, and what arrived before a broken connection is kept', async () => {
  const bytes = randomBytes(24 * MIB);
  const url = await createUpload('harbour', bytes.length);
  const options: RequestOptions = {
    method: 'PATCH',
    headers: { ...tusHeaders(publisher), 'Content-Length': bytes.length },
  };
  const broken = request(url, options);
  broken.on('error', () => {});
  await new Promise<void>((resolve) => broken.write(bytes.subarray(0, 6 * MIB), () => resolve()));
  await waitUntil('the server stores bytes of the unfinished request', async () => {
    const entries = await readdir(join(data.path, 'storage'), { recursive: true, withFileTypes: true });
    const sizes = entries.filter((one) => one.isFile()).map((one) => stat(join(one.parentPath, one.name)));
    return (await Promise.all(sizes)).some(({ size }) => size >= MIB);
  });
  broken.destroy();
  const offset = await waitUntil('the upload can continue', () => readOffset(url));
  expect(offset).toBeGreaterThan(0);
  const sent = await sendBytes(url, { bytes: bytes.subarray(offset), offset, by: publisher });
  expect(sent.status).toBe(204);
});

test('other bodies above 10 MiB are rejected', async () => {
  const response = await publisher.fetch('us-central1/apps.list', {
    method: 'POST',
    body: new Uint8Array(11 * MIB),
  });
  expect(response.status).toBe(413);
});
