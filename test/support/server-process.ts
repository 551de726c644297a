import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';
import { ADMIN } from './people.ts';
import { preloadedModule, programArguments } from './programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A server as operators run it: in a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves with its base address when it is ready; rejects with its output when it ends before. */
  readonly ready: Promise<string>;
  /** Resolves with the one-time link to create the first admin, if it prints one. */
  readonly setupLink: Promise<string>;
  /** Resolves with its exit code and its output. */
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** Environment variables: those that are undefined are not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A server process that is ready. Disposing stops it. */
export interface ReadyServer extends ServerProcess, AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
}

/** The usual environment of a test's server: an admin, little output, and callers with addresses of their own. */
export const SERVER_ENVIRONMENT = {
  LOG_LEVEL: 'fatal',
  TRUST_PROXY: 'true',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
};

/** The variable for a server whose tests are about something else than a slow database or passwords. */
export const TEST_SETTINGS = {
  NODE_OPTIONS: `--import ${preloadedModule('support/test-settings.ts')}`,
};

/**
 * Starts a server process in the usual environment and with these variables, and waits until it is ready. `spawnOne`
 * starts another server than that of the sources.
 */
export async function startServerProcess(
  env: Environment,
  spawnOne: (env: Environment) => ServerProcess = spawnServer,
): Promise<ReadyServer> {
  const server = spawnOne({ PORT: String(await findFreePort()), ...SERVER_ENVIRONMENT, ...env });
  const stop = async () => {
    server.kill('SIGTERM');
    await server.ended;
  };
  return { ...server, url: await server.ready, [Symbol.asyncDispose]: stop };
}

const running = new Set<ChildProcess>();

/** Kills the servers that a failed test has left running. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a server on a free port with only these environment variables; it logs into a pipe or a file. */
export function spawnServer(env: Environment, stderr: 'pipe' | number = 'pipe'): ServerProcess {
  return spawnNode(programArguments('server'), env, stderr);
}

/** Starts the program of an installed server on a free port with only these environment variables. */
export function spawnInstalledServer(program: string, env: Environment): ServerProcess {
  return spawnNode([program], env, 'pipe');
}

function spawnNode(args: readonly string[], env: Environment, stderr: 'pipe' | number): ServerProcess {
  const child = spawn(process.execPath, args, {
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  return follow(child);
}

/** Starts a server with `npm start`, as the README says, of a copy of the repository or this one; the process is npm's. */
export function spawnNpmStart(env: Environment, folder = root): ServerProcess {
  const { PATH = '', HOME = tmpdir() } = process.env;
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PORT: '0', PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(child);
}

function follow(child: ChildProcess): ServerProcess {
  running.add(child);
  child.once('close', () => running.delete(child));
  const written = { stdout: '', stderr: '' };
  child.stderr?.on('data', (chunk) => {
    written.stderr += chunk;
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  const setupLink = Promise.withResolvers<string>();
  child.stdout?.on('data', (chunk) => {
    written.stdout += chunk;
    const url = /ready at (\S+)\n/.exec(written.stdout)?.[1];
    if (url) resolve(url);
    const link = /Create the first admin at (\S+)\n/.exec(written.stdout)?.[1];
    if (link) setupLink.resolve(link);
  });
  const ended = waitForEnd(child, written);
  void ended.then(({ code, stdout, stderr }) => reject(new Error(`ended with ${code}: ${stdout}${stderr}`)));
  ready.catch(() => {});
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  return { pid: child.pid ?? 0, ready, setupLink: setupLink.promise, ended, kill };
}

async function waitForEnd(child: ChildProcess, written: { stdout: string; stderr: string }) {
  const [code] = await once(child, 'close');
  return { code: code as number | null, ...written };
}

/** A temporary data directory. Disposing removes it, wherever its database is. */
export interface DataDirectory extends AsyncDisposable {
  readonly path: string;
  /** Returns the process id of its PostgreSQL, or null when that was shut down properly. */
  readonly readPostgresPid: () => Promise<number | null>;
}

/** Makes an empty data directory below another; `closed` lets only its owner enter the directory above it. */
export async function makeDataDirectory(
  access: 'open' | 'closed' = 'open',
  below = tmpdir(),
): Promise<DataDirectory> {
  const parent = await mkdtemp(join(below, 'quayside-data-'));
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
      if (leftover) killProcess(leftover);
      await rm(await realpath(cluster).catch(() => cluster), { recursive: true, force: true, maxRetries: 5 });
      await rm(parent, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Kills a process that may have ended meanwhile. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
