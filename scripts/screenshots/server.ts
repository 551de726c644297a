import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ADMIN = { email: 'ines@store.example', password: 'a calm harbour at dawn' };

export interface StartedServer extends AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
}

/** Starts the product as `npm start` does, with data of its own, which go when it is disposed. */
export async function startServer(): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-screenshots-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/quayside/`;
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      TRUST_PROXY: 'true',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  const ended = once(server, 'exit');
  await waitUntilReady(url, ended);
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string, ended: Promise<unknown>): Promise<void> {
  const gone = ended.then(() => {
    throw new Error('The server has ended before it was ready.');
  });
  const ready = async () => {
    while (true) {
      const isReady = await fetch(`${url}readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  await Promise.race([ready(), gone]);
  gone.catch(() => undefined);
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
