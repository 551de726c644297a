import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/postgres.ts';
import { killServers, makeDataDirectory, spawnServer } from '#test/support/server-process.ts';

afterEach(killServers);

/** Enough lines to fill a pipe between processes, which Node makes of sockets with some 200 KiB. */
const REQUESTS = 1_600;

/** A destination for logs. */
interface Place extends AsyncDisposable {
  readonly descriptor: number;
}

async function openFullDisk(): Promise<Place> {
  const file = await open('/dev/full', 'w');
  return { descriptor: file.fd, [Symbol.asyncDispose]: () => file.close() };
}

/** Opens a pipe whose reader does not read, or has exited. */
async function openPipe(reader: 'asleep' | 'gone'): Promise<Place> {
  const child = spawn('sleep', [reader === 'asleep' ? '600' : '0'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const { _handle: handle } = child.stdin as unknown as { _handle: { fd: number } };
  if (reader === 'gone') await once(child, 'exit');
  return {
    descriptor: handle.fd,
    async [Symbol.asyncDispose]() {
      child.stdin.destroy();
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

test.each([
  ['a full disk', openFullDisk],
  ['a pipe that nobody reads', () => openPipe('asleep')],
  ['a pipe whose reader is gone', () => openPipe('gone')],
])('a server that logs to %s starts, responds and stops', async (_name, openPlace) => {
  await using data = await makeDataDirectory();
  await using place = await openPlace();
  const env = { DATA_DIR: data.path, DATABASE_URL: await createTestDatabase(), LOG_LEVEL: 'trace' };
  const server = spawnServer(env, place.descriptor);
  const url = await server.ready;
  for (let request = 0; request < REQUESTS; request += 40) {
    const responses = await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}healthz`)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
  }
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
});
