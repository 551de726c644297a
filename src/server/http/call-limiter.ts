/** Concurrent calls per caller: well below the number of shared database connections. */
const MAX_RUNNING = 8;

/** Milliseconds that a call waits for earlier calls of the same caller. */
const MAX_WAIT_MS = 1_100;

const RETRY_AFTER_SECONDS = 2;

interface CallerCalls {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Limits each caller to a few concurrent calls and queues the rest, so that nobody uses up the database
 * connections.
 */
export class CallLimiter {
  readonly #byCaller = new Map<string, CallerCalls>();

  /**
   * Runs a call as soon as its caller has a free slot. Throws `unavailable` with `retryAfterSeconds` when the
   * caller's earlier calls take too long.
   */
  async run<Result>(caller: string, call: () => Promise<Result>): Promise<Result> {
    const calls = this.#byCaller.get(caller) ?? { running: 0, waiting: new Set() };
    this.#byCaller.set(caller, calls);
    if (calls.running < MAX_RUNNING) calls.running += 1;
    else await waitForSlot(calls);
    try {
      return await call();
    } finally {
      this.#end(caller, calls);
    }
  }

  /** Passes the slot to the call that has waited longest. */
  #end(caller: string, calls: CallerCalls): void {
    const [next] = calls.waiting;
    if (next) {
      calls.waiting.delete(next);
      next();
      return;
    }
    calls.running -= 1;
    if (calls.running === 0) this.#byCaller.delete(caller);
  }
}

async function waitForSlot({ waiting }: CallerCalls): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    waiting.delete(resolve);
    reject(
      callError(
        'unavailable',
        () => t`You make too many calls at once. Make fewer, and try again in a moment.`,
        {
          reason: 'too-many-calls',
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      ),
    );
  }, MAX_WAIT_MS);
  waiting.add(resolve);
  await promise.finally(() => clearTimeout(timer));
}

import { t } from '#shared/languages/translate.ts';
import { callError } from '../platform/input/call-error.ts';
