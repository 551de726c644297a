import type { Context } from '../../platform/context.ts';
import { databaseTrouble } from '../../platform/db/trouble.ts';

/**
 * Milliseconds for which a server without a database uses what it read last: other servers may still reach the database,
 * and publish, remove or hide something.
 */
export const MAX_OFFLINE_MS = 600_000;

/**
 * Returns how to read something that store clients need. While the database is unavailable it returns what this server
 * has read last, for `MAX_OFFLINE_MS`, then throws. The first read begins now, so that a server which starts shortly
 * before the database is gone knows it, too.
 */
export function rememberOffline<Value>(
  { clock }: Pick<Context, 'clock'>,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let known: { readonly value: Value; readonly begun: number; readonly readAt: number } | null = null;
  let reads = 0;
  async function readOrRemember(): Promise<Value> {
    reads += 1;
    const begun = reads;
    try {
      const value = await read();
      // Of two reads the later one may end first.
      if (known === null || begun > known.begun) known = { value, begun, readAt: clock().getTime() };
      return value;
    } catch (error) {
      const isKnown = known !== null && clock().getTime() - known.readAt <= MAX_OFFLINE_MS;
      if (known === null || !isKnown || databaseTrouble(error) === null) throw error;
      return known.value;
    }
  }
  readOrRemember().catch(() => {});
  return readOrRemember;
}
