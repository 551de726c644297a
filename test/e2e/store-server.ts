import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 60_000;

export const ADMIN = { email: 'admin@store.example', password: 'the admin passphrase' };

/** A whole store as an operator starts it: one process with its own database and files. */
export interface StoreServer extends AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  /** The one-time link to the first admin; null where there is one already. */
  readonly setupLink: string | null;
  /** Where it keeps its files, the letters it sends among them. */
  readonly dataDir: string;
}

export interface StoreServerOptions {
  readonly basePath?: string;
  /** Without an admin the server prints its one-time link. */
  readonly withoutAdmin?: boolean;
  /** Lets webhooks and push messages go to the test's own receiver. */
  readonly allowPrivateAddresses?: boolean;
}

/** Starts the product's server on a free port with a temporary data directory; disposing stops it and removes that. */
export async function startStoreServer(options: StoreServerOptions = {}): Promise<StoreServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-e2e-'));
  // Started as root, the database runs as another user, who must be able to reach its files.
  await chmod(dataDir, 0o755);
  const child = spawn(process.execPath, [join(ROOT, 'src/server/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(await findFreePort()),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      // Lets each browser and each person come from an address of its own, so that limits meet only tests about them.
      TRUST_PROXY: 'true',
      ...(options.allowPrivateAddresses === true && { WEBHOOKS_ALLOW_PRIVATE: 'true' }),
      ...(options.basePath !== undefined && { BASE_PATH: options.basePath }),
      ...(options.withoutAdmin !== true && { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }),
    },
  });
  const started = await readStart(child, options.withoutAdmin === true);
  return {
    ...started,
    dataDir,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits for the lines in which the server says where it is. */
async function readStart(child: ChildProcess, withSetupLink: boolean) {
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  let url: string | null = null;
  let setupLink: string | null = null;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    url ??= /^Quayside is ready at (\S+)$/.exec(line)?.[1] ?? null;
    setupLink ??= /^Create the first admin at (\S+)$/.exec(line)?.[1] ?? null;
    if (url !== null && (setupLink !== null || !withSetupLink)) break;
  }
  clearTimeout(timer);
  child.stdout?.resume();
  if (url === null) throw new Error('The server did not start; see its own words above.');
  return { url, setupLink };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
