import type { Handler } from '../../identity/handler.ts';
import { hasAdmin } from '../../identity/users.ts';
import { readSettings } from '../../platform/settings.ts';

/** `settings.get`: returns the public settings of this store. */
export const getSettings: Handler<'settings.get'> = async ({ context: { db } }) => ({
  settings: await readSettings(db),
  needsFirstAdmin: !(await hasAdmin(db)),
});
