import { symmetricDecrypt } from 'better-auth/crypto';
import { asc, gt, sql } from 'drizzle-orm';
import { ADMIN_COMMAND } from '../config/admin-command.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Db, Tx } from '../db/open.ts';
import { webhooks } from '../db/tables/deliveries.ts';
import { authJwks, authTwoFactors } from '../db/tables/identity.ts';
import { storeKeys } from '../db/tables/store.ts';
import type { Log } from '../log/log.ts';
import { decryptAtRest, MAIL_PASSWORD, webhookLockName } from './encryption.ts';

interface Options {
  readonly secret: string;
  readonly log: Log;
}

/** A key of the store that cannot be decrypted. */
interface Unreadable {
  readonly what: string;
  /** The way to continue without it, and its cost. */
  readonly without: string;
}

/** Users' rows decrypted per batch. */
const BATCH = 1_000;

/**
 * Decrypts everything that is encrypted in the database. Throws `StartupError` naming each store key that
 * cannot be read; unreadable second factors, webhook secrets and the mail server's password are only logged, because
 * each affects one user or app, or can be entered again.
 */
export async function checkKeys(tx: Tx, { secret, log }: Options): Promise<void> {
  const { uids, webhookIds, isMailUnreadable } = await findUnreadable(tx, secret);
  if (uids.length > 0) {
    const fix = `remove each with "${ADMIN_COMMAND} remove-second-factor EMAIL"`;
    log.error({ count: uids.length, uids: uids.slice(0, 20) }, `second factors cannot be decrypted: ${fix}`);
  }
  if (webhookIds.length > 0) {
    const fix = 'their owners have to create them again';
    log.error({ webhookIds: webhookIds.slice(0, 20) }, `webhook secrets cannot be decrypted: ${fix}`);
  }
  if (isMailUnreadable) {
    log.error('the password of the mail server cannot be decrypted: enter it again in the email settings');
  }
}

/**
 * Returns whose second factors and which webhooks have secrets that cannot be decrypted, and if the mail server's password
 * can't. Throws `StartupError` naming
 * each store key that cannot be read.
 */
export async function findUnreadable(
  tx: Db | Tx,
  secret: string,
): Promise<{ uids: string[]; webhookIds: string[]; isMailUnreadable: boolean }> {
  const unreadable = [...(await findStoreKeys(tx, secret)), ...(await findTokenKeys(tx, secret))];
  if (unreadable.length > 0) {
    throw new StartupError(
      [
        'Keys in the database are encrypted with another secret than this one, or damaged:',
        ...unreadable.map(({ what, without }) => `  - ${what}. Without it: ${without}`),
        'Start with the earlier secret (SECRET, or the file "secret" of DATA_DIR). Only if it is lost, run the statements above in the database.',
      ].join('\n'),
    );
  }
  return {
    uids: await findUnreadableSecondFactors(tx, secret),
    webhookIds: await findUnreadableWebhooks(tx, secret),
    isMailUnreadable: await isMailPasswordUnreadable(tx, secret),
  };
}

/** The store's keys, each with the statement that removes it and the cost of its loss. */
const STORE_KEYS = {
  fdroid: {
    what: 'the signing key of the feed "fdroid"',
    without:
      "DELETE FROM store_keys WHERE purpose = 'fdroid'; makes a new one, and everybody has to add the repository again.",
  },
  audit: {
    what: 'the key that signs checkpoints of the audit log',
    without:
      "DELETE FROM store_keys WHERE purpose = 'audit'; makes a new one, and people who check the log have to trust that one.",
  },
  push: {
    what: 'the key for push messages',
    without:
      "DELETE FROM store_keys WHERE purpose = 'push'; DELETE FROM push_subscriptions; makes a new one, and people have to turn push on again.",
  },
} as const;

async function findStoreKeys(tx: Db | Tx, secret: string): Promise<Unreadable[]> {
  const rows = await tx.select().from(storeKeys).orderBy(storeKeys.purpose);
  return rows
    .filter(({ purpose: name, encryptedPrivateKey }) => !canDecrypt(encryptedPrivateKey, { secret, name }))
    .map(({ purpose }) => STORE_KEYS[purpose]);
}

async function findTokenKeys(tx: Db | Tx, secret: string): Promise<Unreadable[]> {
  const rows = await tx.select().from(authJwks);
  const readable = await Promise.all(
    rows.map(({ privateKey }) => canDecryptIdentity(() => JSON.parse(privateKey) as string, secret)),
  );
  return rows
    .filter((_, at) => !readable[at])
    .map(({ id }) => ({
      what: `the key ${id} that sign-in tokens are signed with`,
      without: `DELETE FROM auth_jwks WHERE id = '${id}'; makes a new one.`,
    }));
}

async function findUnreadableSecondFactors(tx: Db | Tx, secret: string): Promise<string[]> {
  const uids: string[] = [];
  for (let after = ''; ; ) {
    // Those of the initial tables: a restored backup is checked before it is migrated.
    const { id, userId, secret: encrypted, backupCodes } = authTwoFactors;
    const rows = await tx
      .select({ id, userId, encrypted, backupCodes })
      .from(authTwoFactors)
      .where(gt(authTwoFactors.id, after))
      .orderBy(asc(authTwoFactors.id))
      .limit(BATCH);
    for (const row of rows) {
      const isReadable =
        (await canDecryptIdentity(() => row.encrypted, secret)) &&
        (await canDecryptIdentity(() => row.backupCodes, secret));
      if (!isReadable) uids.push(row.userId);
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return uids;
    after = last.id;
  }
}

async function findUnreadableWebhooks(tx: Db | Tx, secret: string): Promise<string[]> {
  const rows = await tx.select({ id: webhooks.id, encryptedSecret: webhooks.encryptedSecret }).from(webhooks);
  return rows
    .filter(({ id, encryptedSecret }) => !canDecrypt(encryptedSecret, { secret, name: webhookLockName(id) }))
    .map(({ id }) => id);
}

async function isMailPasswordUnreadable(tx: Db | Tx, secret: string): Promise<boolean> {
  // A restored backup is checked before it is migrated.
  const known = await tx.execute<{ exists: boolean }>(
    sql`SELECT to_regclass('store_mail') IS NOT NULL AS exists`,
  );
  if (known.rows[0]?.exists !== true) return false;
  const { rows } = await tx.execute<{ password: string }>(
    sql`SELECT encrypted_password AS password FROM store_mail WHERE encrypted_password IS NOT NULL`,
  );
  return rows.some(({ password }) => !canDecrypt(password, { secret, name: MAIL_PASSWORD }));
}

function canDecrypt(text: string, lock: { secret: string; name: string }): boolean {
  try {
    decryptAtRest(text, lock);
    return true;
  } catch {
    return false;
  }
}

/** Decrypts values of the identity provider, which uses its own format. */
async function canDecryptIdentity(read: () => string, secret: string): Promise<boolean> {
  try {
    await symmetricDecrypt({ key: secret, data: read() });
    return true;
  } catch {
    return false;
  }
}
