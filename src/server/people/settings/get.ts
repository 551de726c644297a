import type { Handler } from '../../identity/handler.ts';
import { hasAdmin } from '../../identity/users.ts';
import { listLegalKinds } from '../../platform/legal/legal-texts.ts';
import { canSendEmail } from '../../platform/mail/mail-configuration.ts';
import { readSettings } from '../../platform/settings.ts';
import { readSetup } from '../setup/stored.ts';

/** `settings.get`: returns the settings of this store. Its contract says which of them callers get who aren't signed in. */
export const getSettings: Handler<'settings.get'> = async ({ context: { db, config } }) => {
  const [settings, isOwned, { logoKey }, sendsEmail, legalTexts] = await Promise.all([
    readSettings(db),
    hasAdmin(db),
    readSetup(db),
    canSendEmail({ config, db }),
    listLegalKinds(db),
  ]);
  const isPublic = settings.storeAccess === 'public';
  return { settings, needsFirstAdmin: !isOwned, logo: logoKey, sendsEmail, isPublic, legalTexts };
};
