import { awaitLetter, tokenOf } from '#test/outbox.ts';
import type { StoreServer } from './store-server.ts';

/** The token of the link in the newest letter to an address whose subject matches; waits for the letter. */
export async function mailedToken({ dataDir }: StoreServer, to: string, subject: RegExp): Promise<string> {
  return tokenOf(await awaitLetter({ context: { config: { dataDir } } }, to, subject));
}
