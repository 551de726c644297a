import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Attacker } from '#test/abuse/sockets.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { createPeople } from '#test/support/people.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import {
  type DataDirectory,
  killServers,
  makeDataDirectory,
  type ServerProcess,
  spawnNpmStart,
  spawnServer,
} from '#test/support/server-process.ts';
import { isRunning } from './platform/process/stopping.ts';

let data: DataDirectory;
beforeAll(async () => {
  data = await makeDataDirectory();
});
afterAll(() => data[Symbol.asyncDispose]());
afterEach(async () => {
  killServers();
  const pid = await readServerPid();
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
});

const readServerPid = async () =>
  Number(await readFile(join(data.path, 'server.pid'), 'utf8').catch(() => '4194305'));

const readProcesses = async () => {
  const [server, postgres] = [await readServerPid(), await data.readPostgresPid()];
  expect(isRunning(server)).toBe(true);
  expect(postgres && isRunning(postgres)).toBe(true);
  return { server, postgres: postgres ?? 0 };
};

async function expectReady(server: ServerProcess): Promise<string> {
  const url = await server.ready;
  await expect.poll(async () => (await fetch(`${url}readyz`)).status).toBe(200);
  return url;
}

describe('a server that npm start runs', () => {
  const start = async () => {
    const npm = spawnNpmStart({ DATA_DIR: data.path });
    await expectReady(npm);
    return npm;
  };

  it('ends with its database when npm gets a signal or the server is killed, and starts again in the same data directory', async () => {
    let npm = await start();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const) {
      const { server, postgres } = await readProcesses();
      npm.kill(signal);
      await expect.poll(() => isRunning(server) || isRunning(postgres), { message: signal }).toBe(false);
      expect(await npm.ended).toMatchObject({ stderr: expect.not.stringContaining('cannot start') });
      // An orderly stop leaves no lock behind, so the next start has nothing to recover.
      await expect.poll(data.readPostgresPid, { message: signal }).toBeNull();
      npm = await start();
    }

    const { server, postgres } = await readProcesses();
    process.kill(server, 'SIGKILL');
    await expect.poll(() => isRunning(postgres)).toBe(false);
    await npm.ended;
    const last = await start();
    last.kill('SIGTERM');
    expect(await last.ended).toMatchObject({ stderr: expect.not.stringContaining('cannot start') });
  });
});

describe('a server that was started without npm', () => {
  it('ends in good order at SIGHUP', async () => {
    const server = spawnServer({ DATA_DIR: data.path });
    await expectReady(server);
    server.kill('SIGHUP');
    expect(await server.ended).toMatchObject({ code: 0 });
    await expect.poll(data.readPostgresPid).toBeNull();
  });
});

describe('a stop', () => {
  it('waits for no idle, half-sent, stalled, unread or streaming connection, and for no upload', async () => {
    await using own = await makeDataDirectory();
    const databaseUrl = await createTestDatabase();
    const variables = {
      PORT: String(await findFreePort()),
      DATA_DIR: own.path,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: 'true',
    };
    const server = spawnServer(variables);
    const url = await expectReady(server);
    const pool = new Pool({ connectionString: databaseUrl });
    const owner = await createPeople({ url, database: pool }).onboard('owner@example.org');
    const { app } = await owner.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.stopped',
      name: 'Stopped',
    });
    const input = { appId: app.id, fileName: 'a.apk', size: 50_000_000 };
    const { version } = await owner.call('versions.create', input);

    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) =>
      get(`${url}healthz`, { agent }, (response) => response.resume().on('end', resolve)),
    );
    using attacker = new Attacker(url);
    const bearer = `Authorization: Bearer ${owner.token}`;
    const head = (method: string, path: string) => [
      `${method} ${new URL(path, url).pathname} HTTP/1.1`,
      'Host: store.example',
      bearer,
    ];
    const body = ['Content-Type: application/json', 'Content-Length: 60000', '', '{"data"'];
    await attacker.openMany(3);
    await attacker.openMany(3, ...head('GET', 'healthz'), 'X-Header: half');
    for (const path of ['us-central1/users.me', 'auth/sign-in/email', 'avatars']) {
      await attacker.openMany(3, ...head('POST', path), ...body);
    }
    const stream = await attacker.open(...head('GET', 'events'), '', '');
    await attacker.openUnread(...head('GET', 'events'), '', '');
    const upload = await attacker.open(
      ...head('PATCH', `uploads/${version.id}`),
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      'Content-Length: 50000000',
      '',
      '',
    );
    const sending = setInterval(() => upload.socket.write(Buffer.alloc(10_000)), 20);
    const readReceived = async () => {
      const { rows } = await pool.query('SELECT received_bytes FROM versions WHERE id = $1', [version.id]);
      return Number(rows[0].received_bytes);
    };
    await expect.poll(readReceived).toBeGreaterThan(0);
    await expect.poll(() => stream.socket.bytesRead).toBeGreaterThan(0);
    const before = await readReceived();

    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
    clearInterval(sending);
    agent.destroy();
    await pool.end();
    const next = spawnServer(variables);
    await expectReady(next);
    // What arrived up to the end is kept and unlocked, so the upload continues from there.
    const asked = await owner.fetch(`uploads/${version.id}`, {
      method: 'HEAD',
      headers: { 'Tus-Resumable': '1.0.0' },
    });
    expect(asked.status).toBe(200);
    expect(Number(asked.headers.get('upload-offset'))).toBeGreaterThanOrEqual(before);
    next.kill('SIGTERM');
    await next.ended;
  });

  it('ends in time although the database hangs', async () => {
    const server = spawnServer({ DATA_DIR: data.path });
    await expectReady(server);
    const { postgres } = await readProcesses();
    process.kill(postgres, 'SIGSTOP');
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
    await expect.poll(() => isRunning(postgres)).toBe(false);
  });
});
