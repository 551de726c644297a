import type { Handler } from '../callable.ts';
import { readVapidKeys } from './vapid.ts';

/** `push.publicKey`: the key with which a browser subscribes to this store's push messages. */
export const getPublicKey: Handler<'push.publicKey'> = async ({ context }) => {
  const { publicKey } = await readVapidKeys(context);
  return { publicKey };
};
