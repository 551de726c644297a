import type { Handler } from '../../identity/handler.ts';
import { storeAvatar } from './store.ts';

/** `users.removeAvatar`: removes the caller's picture. */
export const removeAvatar: Handler<'users.removeAvatar'> = async ({ caller, context }) => ({
  user: await storeAvatar(context, caller.uid, null),
});
