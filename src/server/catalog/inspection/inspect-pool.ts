import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { InspectionFailure } from '#shared/packages/rules/file-rules.ts';
import type { WithoutFile } from '#shared/packages/rules/rule.ts';
import { defineService } from '../../platform/services.ts';
import type { InspectedFile } from './inspect-file.ts';

/** Resource limits of one inspection, and the number that run at once. */
export interface InspectLimits {
  readonly threads: number;
  /** Limits JavaScript's heap, and the sum of heap and buffers. */
  readonly memoryMb: number;
  readonly timeMs: number;
}

/** Number of packages inspected at once. */
export const INSPECTION_THREADS = 2;
/** A package of 200 MB takes about a second and 110 MB, and the largest one allowed (2 GiB) ten seconds. */
const LIMITS: InspectLimits = { threads: INSPECTION_THREADS, memoryMb: 256, timeMs: 60_000 };

/** Interval for checking the memory in buffers, which Node's own limits exclude. */
const MEMORY_CHECK_MS = 100;

/**
 * An inspection that exceeded its limits or crashed; the message is a sentence for the package's publisher.
 */
export class InspectionStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, options?: ErrorOptions) {
    super(JSON.stringify(reason), options);
    this.reason = reason;
  }
}

/** The reason why an inspection was stopped, as the values of its finding. */
export type StopReason = WithoutFile<InspectionFailure>;

/** Worker threads that inspect packages, so that no package can block the server's event loop. */
export interface InspectPool extends AsyncDisposable {
  /**
   * Inspects and hashes a local file as soon as a thread is free. Rejects with `InspectionStopped` when the
   * package exceeds the limits or crashes the reader, with the system's error when the file cannot be read,
   * and with the signal's reason as soon as it is aborted.
   */
  inspect(path: string, signal?: AbortSignal): Promise<InspectedFile>;
}

/** The pool of this process. */
export const inspectPool = defineService(() => openInspectPool());

/** Opens a pool without threads; they start on demand and then stay. Disposing terminates them. */
export function openInspectPool(limits: InspectLimits = LIMITS): InspectPool {
  const idle: Worker[] = [];
  const running = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let free = limits.threads;
  let isClosed = false;

  async function takeTurn(): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function endTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  function start(): Worker {
    const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), {
      name: 'inspection',
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
    // A pending inspection handles errors itself; an error while the thread is idle must not crash the
    // server.
    worker.on('error', () => undefined);
    return worker;
  }

  return {
    async inspect(path, signal) {
      await takeTurn();
      if (isClosed || signal?.aborted) {
        endTurn();
        throw signal?.reason ?? new Error('the server is stopping and inspects no more packages');
      }
      const worker = idle.pop() ?? start();
      try {
        const inspected = await ask(worker, path, { limits, signal });
        idle.push(worker);
        return inspected;
      } catch (error) {
        await worker.terminate();
        throw error;
      } finally {
        endTurn();
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const goOn of waiting.splice(0)) goOn();
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}

interface Question {
  readonly limits: InspectLimits;
  readonly signal: AbortSignal | undefined;
}

/** Sends one file to a thread and waits for the result. The thread is unusable when this rejects. */
async function ask(worker: Worker, path: string, { limits, signal }: Question): Promise<InspectedFile> {
  const ended = new AbortController();
  const stop = () => ended.abort(signal?.reason);
  signal?.addEventListener('abort', stop);
  const timer = setTimeout(() => {
    ended.abort(new InspectionStopped({ found: 'time', seconds: limits.timeMs / 1000 }));
  }, limits.timeMs);
  const watch = setInterval(async () => {
    if (await usesTooMuch(worker, limits)) ended.abort(outOfMemory(limits));
  }, MEMORY_CHECK_MS);
  const gone = () => ended.abort(new Error('the thread was terminated during an inspection'));
  worker.once('exit', gone);
  try {
    const result = once(worker, 'message', { signal: ended.signal });
    worker.postMessage(path, []);
    const [inspected] = await result;
    return inspected;
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, limits);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    worker.off('exit', gone);
    signal?.removeEventListener('abort', stop);
  }
}

/** A thread that has already exited uses no memory. */
async function usesTooMuch(worker: Worker, { memoryMb }: InspectLimits): Promise<boolean> {
  const used = await worker.getHeapStatistics().catch(() => null);
  return used !== null && used.used_heap_size + used.external_memory > memoryMb * 2 ** 20;
}

/**
 * A system error such as EIO is the server's own problem; anything else that ends a thread is caused by the
 * package.
 */
function explain(error: NodeJS.ErrnoException, limits: InspectLimits): Error {
  if (error.code === 'ABORT_ERR') return error.cause as Error;
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return outOfMemory(limits);
  if (/^E[A-Z0-9]+$/.test(error.code ?? '')) return error;
  return new InspectionStopped({ found: 'crashed' }, { cause: error });
}

function outOfMemory({ memoryMb }: InspectLimits): InspectionStopped {
  return new InspectionStopped({ found: 'memory', megabytes: memoryMb });
}
