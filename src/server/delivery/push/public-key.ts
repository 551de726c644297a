import type { Handler } from '../../identity/handler.ts';
import { readVapidKeys } from './vapid.ts';

/** `push.publicKey`: returns the key with which browsers subscribe to this store's push messages. */
export const getPublicKey: Handler<'push.publicKey'> = async ({ context }) => {
  const { publicKey } = await readVapidKeys(context);
  return { publicKey };
};
