import type { Handler } from '../callable.ts';
import { storeAvatar } from './store.ts';

/** `users.removeAvatar`: the caller goes without a picture again. */
export const removeAvatar: Handler<'users.removeAvatar'> = async ({ caller, context }) => ({
  user: await storeAvatar(context, caller.uid, null),
});
