import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import { StorageFullError } from '../../platform/storage/storage.ts';

/** Time after which the storage counts as unreachable, below the time-out of calls. */
const MAX_WAIT_MS = 20_000;
const TEST_BYTES = 64 * 1024;
const MAX_RESPONSE_LENGTH = 500;

/** `setup.testStorage`: stores a file, reads it and deletes it, and says what failed. */
export const testStorage: Handler<'setup.testStorage'> = async ({ context }) => {
  const waiting = new AbortController();
  const timeout = sleep(MAX_WAIT_MS, null, { signal: waiting.signal }).then(() => {
    throw new Error(`no response within ${MAX_WAIT_MS / 1_000} seconds`);
  });
  try {
    await Promise.race([storeAndRead(context), timeout]);
    return { problem: null, response: null };
  } catch (error) {
    context.log.warn({ err: error }, 'the storage failed its test');
    return explain(error);
  } finally {
    waiting.abort();
    await timeout.catch(() => {});
  }
};

async function storeAndRead({ storage }: Context): Promise<void> {
  // The sweep deletes what a killed server leaves under this prefix.
  const key = `uploads/test-${randomUUID()}`;
  const content = randomBytes(TEST_BYTES);
  try {
    await storage.put(key, content);
    const opened = await storage.open(key);
    if (!opened) throw new Error('the file is not there after it was stored');
    const hash = createHash('sha256');
    for await (const chunk of opened.stream) hash.update(chunk as Uint8Array);
    if (hash.digest('hex') !== createHash('sha256').update(content).digest('hex'))
      throw new Error('the file has other content than was stored');
  } finally {
    await storage.delete(key);
  }
}

function explain(error: unknown): { problem: string; response: string | null } {
  if (error instanceof StorageFullError) {
    return { problem: 'No space is left. Free up space or enlarge the storage.', response: null };
  }
  const response = error instanceof Error ? error.message : String(error);
  return {
    problem: 'Check that the storage is reachable and that the server may write to it.',
    response: response.slice(0, MAX_RESPONSE_LENGTH),
  };
}
