import { awaitLetter, tokenOf } from '#test/outbox.ts';
import type { StoreServer } from './store-server.ts';

/** The token of the link in the newest letter to an address whose subject matches; waits for the letter. */
export async function mailedToken({ dataDir }: StoreServer, to: string, subject: RegExp): Promise<string> {
  return tokenOf(await awaitLetter({ context: { config: { dataDir } } }, to, subject));
}

/** The link of the newest invitation to an app that an address got; waits for its letter. */
export async function mailedInvitation(
  { dataDir }: StoreServer,
  to: string,
  subject: RegExp,
): Promise<string> {
  const { body } = await awaitLetter({ context: { config: { dataDir } } }, to, subject);
  const link = /https?:\/\/\S+?\?invitation=[\w-]+/.exec(body)?.[0];
  if (link === undefined) throw new Error(`There is no invitation in: ${body}`);
  return link;
}
