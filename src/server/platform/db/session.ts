import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../log/log.ts';

const RETRY_MS = 1_000;

interface SessionOptions {
  readonly pool: Pool;
  readonly log: Log;
  /** Prepares each new connection: subscriptions and locks. */
  readonly prepare: (client: PoolClient) => Promise<void>;
}

/**
 * Keeps one connection open for LISTEN and session locks, which depend on it. Replaces a lost connection and
 * prepares it again. Disposing releases it; throws when the first one cannot be prepared.
 */
export async function keepSession({ pool, log, prepare }: SessionOptions): Promise<AsyncDisposable> {
  let current: PoolClient | null = null;
  const closing = new AbortController();
  const { signal } = closing;

  const connect = async () => {
    const client = await pool.connect();
    const replace = () => {
      if (current !== client) return;
      client.release(true);
      current = null;
      void reconnect();
    };
    try {
      await prepare(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.once('error', replace);
    if (signal.aborted) client.release(true);
    else current = client;
  };
  const reconnect = async () => {
    while (!signal.aborted) {
      await sleep(RETRY_MS, undefined, { ref: false });
      try {
        if (!signal.aborted) await connect();
        return;
      } catch (error) {
        log.warn({ err: error }, 'the kept database connection could not be replaced yet');
      }
    }
  };

  await connect();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      const last = current;
      current = null;
      last?.release(true);
    },
  };
}
