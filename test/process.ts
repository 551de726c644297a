import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const mainProgram = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));

/** A server as an operator runs it: a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  /** Its base address, once it says that it is ready; rejects with what it wrote when it ends before. */
  readonly ready: Promise<string>;
  /** How it ended, and all that it wrote. */
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

const running = new Set<ChildProcess>();

/** Ends the servers that a test has left running, as a failed one does. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a server on a free port with nothing but these variables in its environment. */
export function spawnServer(env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [mainProgram], {
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  const written = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk) => {
    written.stderr += chunk;
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  child.stdout.on('data', (chunk) => {
    written.stdout += chunk;
    const url = /ready at (\S+)/.exec(written.stdout)?.[1];
    if (url) resolve(url);
  });
  const ended = waitForEnd(child, written);
  void ended.then(({ code, stdout, stderr }) => reject(new Error(`ended with ${code}: ${stdout}${stderr}`)));
  ready.catch(() => {});
  return { pid: child.pid ?? 0, ready, ended, kill: (signal) => void child.kill(signal) };
}

async function waitForEnd(child: ChildProcess, written: { stdout: string; stderr: string }) {
  const [code] = await once(child, 'close');
  return { code: code as number | null, ...written };
}

/** A data directory of a test's own, which goes at its end, wherever its database lies. */
export interface DataDirectory extends AsyncDisposable {
  readonly path: string;
  /** The process id of its PostgreSQL, or null when that was stopped in good order. */
  readonly readPostgresPid: () => Promise<number | null>;
}

/** Makes an empty data directory; `closed` means that only its owner may enter what lies above it. */
export async function makeDataDirectory(access: 'open' | 'closed' = 'open'): Promise<DataDirectory> {
  const parent = await mkdtemp(join(tmpdir(), 'quayside-data-'));
  await chmod(parent, access === 'open' ? 0o755 : 0o700);
  const path = join(parent, 'data');
  const cluster = join(path, 'postgresql');
  const readPostgresPid = async () => {
    const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
    return Number.parseInt(lock, 10) || null;
  };
  return {
    path,
    readPostgresPid,
    [Symbol.asyncDispose]: async () => {
      const leftover = await readPostgresPid();
      if (leftover) process.kill(leftover, 'SIGKILL');
      await rm(await realpath(cluster).catch(() => cluster), { recursive: true, force: true, maxRetries: 5 });
      await rm(parent, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
