import type { Config } from './config/config.ts';
import type { Db } from './db/open.ts';
import { configureMail, type MailConfiguration, readStoredMail } from './mail/mail-configuration.ts';
import { readSettings } from './settings.ts';

/** Returns how emails are sent at present, in the store's name. */
export async function readMailConfiguration({
  config,
  db,
}: {
  readonly config: Config;
  readonly db: Db;
}): Promise<MailConfiguration> {
  const [stored, { storeName }] = await Promise.all([readStoredMail(db), readSettings(db)]);
  return configureMail(config, { stored, storeName });
}
