import type { Handler } from '../callable.ts';
import { hasAdmin } from '../users/queries.ts';
import { readSettings } from './queries.ts';

/** `settings.get`: what anybody may know of this store. */
export const getSettings: Handler<'settings.get'> = async ({ context: { db } }) => ({
  settings: await readSettings(db),
  needsFirstAdmin: !(await hasAdmin(db)),
});
