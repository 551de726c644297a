import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { defineService } from '../services.ts';
import { plainHtml } from './plain-html.ts';

/** The slowest 4,000 characters take a third of a second on an idle processor; this allows for a busy one. */
const TIME_LIMIT_MS = 5_000;

const MEMORY_LIMIT_MB = 128;

/** Renders descriptions in a thread, so that no input can block the server. */
export interface MarkdownPool extends AsyncDisposable {
  /**
   * Renders a description (`renderMarkdown`). Accounts take turns, so one with many descriptions delays only itself.
   * Input that exceeds the time or memory limit becomes plain text. Throws only when the server stops.
   */
  render(markdown: string, account: string): Promise<string>;
}

/** The pool of this process. */
export const markdownPool = defineService(() => openMarkdownPool());

/** Opens a pool. Its thread starts on first use and stays until the pool is disposed. */
export function openMarkdownPool(timeLimitMs = TIME_LIMIT_MS): MarkdownPool {
  /** Callers that wait, by account; the first account is next. */
  const waiting = new Map<string, (() => void)[]>();
  let thread: Promise<Worker> | null = null;
  let isBusy = false;
  let isClosed = false;

  async function takeTurn(account: string): Promise<void> {
    if (!isBusy) {
      isBusy = true;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = waiting.get(account);
    if (others) others.push(resolve);
    else waiting.set(account, [resolve]);
    await promise;
  }

  function endTurn(): void {
    const [next] = waiting;
    if (!next) {
      isBusy = false;
      return;
    }
    const [account, [goOn, ...rest]] = next;
    waiting.delete(account);
    if (rest.length > 0) waiting.set(account, rest);
    goOn?.();
  }

  async function endThread(): Promise<void> {
    const ending = thread;
    thread = null;
    await (await ending?.catch(() => null))?.terminate();
  }

  return {
    async render(markdown, account) {
      if (markdown.trim() === '') return '';
      await takeTurn(account);
      try {
        if (isClosed) throw new Error('the server is stopping, so no description is rendered');
        thread ??= startThread();
        return await ask(await thread, markdown, timeLimitMs);
      } catch (error) {
        if (isClosed) throw error;
        await endThread();
        return plainHtml(markdown);
      } finally {
        endTurn();
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await endThread();
    },
  };
}

/** Starts the thread and waits until it has loaded the renderer, which must not count as rendering time. */
async function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    name: 'markdown',
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  // `ask` handles errors of a render; an error while idle must not end the server.
  worker.on('error', () => undefined);
  const failed = new AbortController();
  worker.once('exit', () => failed.abort());
  await once(worker, 'message', { signal: failed.signal });
  return worker;
}

/** Renders one description in the thread. After a rejection the thread can't be used again. */
async function ask(worker: Worker, markdown: string, timeLimitMs: number): Promise<string> {
  const ended = new AbortController();
  const stop = () => ended.abort();
  const timer = setTimeout(stop, timeLimitMs);
  worker.once('exit', stop);
  try {
    const rendered = once(worker, 'message', { signal: ended.signal });
    worker.postMessage(markdown, []);
    const [html] = await rendered;
    return html;
  } finally {
    clearTimeout(timer);
    worker.off('exit', stop);
  }
}
