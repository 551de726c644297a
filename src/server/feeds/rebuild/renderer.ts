import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineService } from '../../platform/services.ts';
import type { GroupEntry, NamedFiles } from '../fdroid/store-indexes.ts';
import type { SignatureMembers } from '../signing/jar.ts';
import type { FromRenderer, RebuildOrder, RebuildOutcome, ToRenderer } from './renderer-messages.ts';

const PROGRAM = fileURLToPath(new URL('./renderer-process.ts', import.meta.url));
/** Halves the time and memory that the process starts with. */
const PRELOADED = new URL('../../platform/db/drizzle-commonjs.ts', import.meta.url).href;

/**
 * In MB. Apps with the longest listings need much memory during rendering. A small young generation, and a heap that
 * grows slowly, halve the remaining memory use: 150 instead of 270 MB for 10,000 apps.
 */
const MEMORY = ['--max-old-space-size=2048', '--max-semi-space-size=2', '--optimize-for-size'];

/** One thread beside the main one collects garbage and compiles, so that calls keep a processor of two. */
const THREADS = '--v8-pool-size=1';

/** A rebuild of 10,000 apps takes seconds; a longer one hangs. */
const TIME_LIMIT_MS = 5 * 60_000;

/** Time for which the process waits for the next rebuild; restarting takes up to half a second. */
const IDLE_MS = 60_000;

/** Characters kept of a process's output before it ended. */
const MAX_REASON = 2_000;

interface RebuildOptions {
  /** Signs files of a JAR by their SHA-256 in Base64, given by name. */
  readonly sign: (digests: Readonly<Record<string, string>>) => SignatureMembers;
  /** Signs and stores an entry; returns its files by their names below the address. */
  readonly store: (entry: GroupEntry) => Promise<NamedFiles>;
  /** Cancels the rebuild; the served feed stays. */
  readonly signal: AbortSignal;
}

/**
 * The process that renders feeds, so that even a large feed never blocks the server: it has a low priority
 * and its own memory.
 */
export interface FeedRenderer extends AsyncDisposable {
  /**
   * Creates and activates the next generation if anything changed. Never waits: the outcome is `busy` while
   * this or another server rebuilds the feed. Throws on failure; the previous generation then stays.
   */
  rebuild(order: RebuildOrder, options: RebuildOptions): Promise<RebuildOutcome>;
  /** Resolves when this server no longer rebuilds the feed, with any outcome. */
  settled(): Promise<void>;
}

/** Starts the process of a renderer, and takes it back from one that closes between two rebuilds. */
interface RendererProcesses {
  readonly start: () => ChildProcess;
  readonly release: (child: ChildProcess) => Promise<void>;
}

/** The renderer of this server. */
export const feedRenderer = defineService(() => openFeedRenderer({ start: startProcess, release: end }));

/** Opens a renderer whose process starts on demand and is released, or ended during a rebuild, with it. */
export function openFeedRenderer({ start, release }: RendererProcesses): FeedRenderer {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const closing = new AbortController();

  async function endProcess(): Promise<void> {
    clearTimeout(idle);
    const ending = child;
    child = null;
    if (ending) await end(ending);
  }

  /** Ends the process normally, so that it saves its compile cache for the next start. */
  function leaveProcess(): void {
    if (child?.connected) child.disconnect();
    child = null;
  }

  return {
    async rebuild(order, { signal, ...options }) {
      closing.signal.throwIfAborted();
      if (running) return { result: 'busy', problems: [], lacksHtml: false };
      const { promise, resolve: settle } = Promise.withResolvers<void>();
      running = promise;
      clearTimeout(idle);
      const signals = [signal, closing.signal, AbortSignal.timeout(TIME_LIMIT_MS)];
      try {
        if (!child || hasEnded(child)) child = start();
        return await ask(child, order, { ...options, signal: AbortSignal.any(signals) });
      } catch (error) {
        await endProcess();
        throw error;
      } finally {
        running = null;
        settle();
        idle = setTimeout(leaveProcess, IDLE_MS).unref();
      }
    },
    async settled() {
      await running;
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the feed is not rebuilt any more: the server stops'));
      if (running) return await endProcess();
      clearTimeout(idle);
      if (child) await release(child);
    },
  };
}

/** Starts a process that renders one feed after another, of any store. */
export function startProcess(): ChildProcess {
  const child = fork(PROGRAM, {
    execArgv: [...process.execArgv, '--import', PRELOADED, ...MEMORY, THREADS],
    serialization: 'advanced',
    // Not our own stderr: Node makes an inherited one blocking for both, so a stalled reader would stop the
    // server.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stderr = child.stderr as Socket;
  stderr.setEncoding('utf8').resume().unref();
  // Errors reach the pending request; without one they must not end the server.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  lowerPriority(child);
  return child;
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, or we lack permission: it then runs at normal priority.
  }
}

/** Returns true when a process takes no more orders. */
export function hasEnded({ exitCode, signalCode, connected }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || !connected;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Runs one rebuild. When this rejects, the process must be discarded. */
async function ask(
  child: ChildProcess,
  order: RebuildOrder,
  { sign, store, signal }: RebuildOptions,
): Promise<RebuildOutcome> {
  const gone = new AbortController();
  let written = '';
  const read = (text: string) => {
    written = (written + text).slice(-MAX_REASON);
  };
  const leave = () =>
    gone.abort(new Error(`the process that rendered the feed has ended. ${written}`.trim()));
  child.stderr?.on('data', read);
  child.once('close', leave);
  child.once('error', leave);
  const ended = AbortSignal.any([signal, gone.signal]);
  const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
  given.catch(() => undefined);
  ended.addEventListener('abort', () => giveUp(ended.reason), { once: true });
  try {
    const messages = on(child, 'message', { signal: ended });
    tell(child, { kind: 'rebuild', order });
    for await (const [message] of messages as AsyncIterable<[FromRenderer]>) {
      if (message.kind === 'finished') return message.outcome;
      if (message.kind === 'failed') throw Object.assign(new Error(message.message), { code: message.code });
      if (message.kind === 'sign') {
        tell(child, { kind: 'signed', members: sign(message.digests) });
        continue;
      }
      // Under `node --watch` Node sends messages of its own, with the files that the process loads.
      if (message.kind !== 'entry') continue;
      // A hanging storage must not prevent the server from stopping.
      const files = await Promise.race([store(message.entry), given]);
      tell(child, { kind: 'stored', files });
    }
    throw new Error('the process that renders the feed said nothing');
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? (error as Error).cause : error;
  } finally {
    child.stderr?.off('data', read);
    child.off('close', leave);
    child.off('error', leave);
  }
}

function tell(child: ChildProcess, message: ToRenderer): void {
  // A failure to send is reported by the process's exit, which follows.
  child.send(message, () => undefined);
}
