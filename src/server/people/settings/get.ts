import type { Handler } from '../../identity/handler.ts';
import { hasAdmin } from '../../identity/users.ts';
import { readSettings } from '../../platform/settings.ts';
import { readSetup } from '../setup/stored.ts';

/** `settings.get`: returns the settings of this store. Its contract says which of them callers get who aren't signed in. */
export const getSettings: Handler<'settings.get'> = async ({ context: { db } }) => {
  const [settings, isOwned, { logoKey }] = await Promise.all([readSettings(db), hasAdmin(db), readSetup(db)]);
  return { settings, needsFirstAdmin: !isOwned, logo: logoKey };
};
