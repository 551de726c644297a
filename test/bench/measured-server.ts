import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../..');

export const ADMIN = { email: 'admin@store.example', password: 'the admin passphrase' };

/** A server as operators run it, in a process of its own with the embedded PostgreSQL. */
export interface MeasuredServer extends AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  readonly pid: number;
  /** The directory of the database's socket. */
  readonly socketDirectory: string;
  readonly dataDir: string;
}

/** An empty data directory that the database's user can reach. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-bench-'));
  await chmod(dataDir, 0o755);
  return dataDir;
}

/** Starts `src/server/main.ts` on a free port; without a data directory in `env` with an empty one of its own. */
export async function startMeasuredServer(env: Record<string, string> = {}): Promise<MeasuredServer> {
  const dataDir = env.DATA_DIR ?? (await makeDataDir());
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const child = spawn(process.execPath, [join(ROOT, 'src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      TRUST_PROXY: 'true',
      ...env,
    },
  });
  const url = await waitUntilReady(child.stdout);
  const pidFile = await readFile(join(dataDir, 'postgresql/postmaster.pid'), 'utf8');
  return {
    url,
    pid: child.pid as number,
    // PostgreSQL writes the directory of its socket into the fifth line (miscinit.c, LOCK_FILE_LINE_SOCKET_DIR).
    socketDirectory: pidFile.split('\n')[4] as string,
    dataDir,
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const ready = /ready at (\S+)/.exec(line);
    if (!ready) continue;
    output.resume();
    return ready[1] as string;
  }
  throw new Error('the server ended before it was ready');
}

/** Signs in over HTTP and gives the token that calls carry. */
export async function fetchToken(url: string, { email, password }: typeof ADMIN = ADMIN): Promise<string> {
  const signedIn = await fetch(`${url}auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const response = await fetch(`${url}auth/token`, { headers: { cookie } });
  return ((await response.json()) as { token: string }).token;
}
