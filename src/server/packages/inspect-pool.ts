import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { InspectedFile } from './inspect-file.ts';

/** What one inspection may use, and how many run at once. */
export interface InspectLimits {
  readonly threads: number;
  /** For JavaScript's heap, and for the heap and its buffers together. */
  readonly memoryMb: number;
  readonly timeMs: number;
}

/** A package of 200 MB takes about a second and 110 MB, and the largest one that is taken (2 GiB) ten seconds. */
const LIMITS: InspectLimits = { threads: 2, memoryMb: 256, timeMs: 120_000 };

/** How often the buffers are counted, which Node's own limits leave out. */
const MEMORY_CHECK_MS = 100;

/** An inspection that used up its limits or broke off; the message is a sentence for the package's publisher. */
export class InspectionStopped extends Error {}

/** Threads in which packages are inspected, so that no package, however made, keeps the server from answering. */
export interface InspectPool extends AsyncDisposable {
  /**
   * Inspects and hashes a local file as soon as a thread is free. Rejects with `InspectionStopped` when the package
   * exhausts the limits or breaks the reader, and with the system's error when the file cannot be read.
   */
  inspect(path: string): Promise<InspectedFile>;
}

/** Opens a pool without threads; they start when they are needed and then stay. Disposing ends them. */
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
    // Whoever waits for an answer hears of errors; one that comes when nobody waits must not end the server.
    worker.on('error', () => undefined);
    return worker;
  }

  return {
    async inspect(path) {
      await takeTurn();
      if (isClosed) throw new Error('no package is inspected any more: the server stops');
      const worker = idle.pop() ?? start();
      try {
        const inspected = await ask(worker, path, limits);
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

/** One question to a thread. When this rejects, the thread is of no more use. */
async function ask(worker: Worker, path: string, limits: InspectLimits): Promise<InspectedFile> {
  const ended = new AbortController();
  const timer = setTimeout(() => {
    ended.abort(new InspectionStopped(`It took more than ${limits.timeMs / 1000} seconds.`));
  }, limits.timeMs);
  const watch = setInterval(async () => {
    if (await usesTooMuch(worker, limits)) ended.abort(outOfMemory(limits));
  }, MEMORY_CHECK_MS);
  const gone = () => ended.abort(new Error('the thread was ended while it inspected a package'));
  worker.once('exit', gone);
  try {
    const answer = once(worker, 'message', { signal: ended.signal });
    worker.postMessage(path, []);
    const [inspected] = await answer;
    return inspected;
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, limits);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    worker.off('exit', gone);
  }
}

/** A thread that ends meanwhile uses nothing any more. */
async function usesTooMuch(worker: Worker, { memoryMb }: InspectLimits): Promise<boolean> {
  const used = await worker.getHeapStatistics().catch(() => null);
  return used !== null && used.used_heap_size + used.external_memory > memoryMb * 2 ** 20;
}

/** A system error such as EIO is the server's own trouble; everything else that ends a thread is the package's. */
function explain(error: NodeJS.ErrnoException, limits: InspectLimits): Error {
  if (error.code === 'ABORT_ERR') return error.cause as Error;
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return outOfMemory(limits);
  if (/^E[A-Z0-9]+$/.test(error.code ?? '')) return error;
  return new InspectionStopped('The reader broke off inside of the package.', { cause: error });
}

function outOfMemory({ memoryMb }: InspectLimits): InspectionStopped {
  return new InspectionStopped(`It needed more than ${memoryMb} MB of memory.`);
}
