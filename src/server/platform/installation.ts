import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Config } from './config/config.ts';
import { StartupError } from './config/startup-error.ts';
import { allowLongTransaction, type Db, type Tx } from './db/open.ts';
import { installation } from './db/tables/store.ts';
import type { Log } from './log/log.ts';
import { checkKeys } from './secrets/check-keys.ts';
import { decryptAtRest, encryptAtRest } from './secrets/encryption.ts';
import { reencryptAll } from './secrets/re-encrypt.ts';
import { adoptNextSecret, createSecret, findNextSecret, findSecret, secretFile } from './secrets/secret.ts';

const ROW = 1;

/** The plaintext of `secret_check`, and its encryption name (`encryptAtRest`). */
const CHECK = 'installation';

/** An advisory lock number that nothing else in the database uses. */
const INSTALLATION_LOCK = 7_282_982;

interface InstallationParts {
  readonly config: Config;
  readonly db: Db;
  readonly log: Log;
}

/**
 * Returns the secret of this database, after decrypting every key in it. Creates one only for a database
 * without data. Throws `StartupError` when it is missing or does not match.
 */
export async function openSecret({ config, db, log }: InstallationParts): Promise<string> {
  return db.transaction(async (tx) => {
    await lockInstallation(tx);
    const row = await readInstallation(tx);
    const found = await findSecret(config);
    if (found === null && (row || (await hasData(tx)))) throw new StartupError(explainMissing(config));
    const known = row?.secretCheck ?? null;
    const secret = await chooseSecret(config, { known, found: found ?? (await createSecret(config)) });
    await checkKeys(tx, { secret, log });
    if (known === null) {
      const secretCheck = writeCheck(secret);
      await tx
        .insert(installation)
        .values({ id: ROW, secretCheck, storageId: randomUUID() })
        .onConflictDoUpdate({ target: installation.id, set: { secretCheck } });
    }
    return secret;
  });
}

/** Returns the secret that fits to the database, which is the next one when a change of the secret was interrupted. */
async function chooseSecret(
  config: Config,
  { known, found }: { known: string | null; found: string },
): Promise<string> {
  if (known === null || isRightSecret(known, found)) return found;
  const next = await findNextSecret(config);
  if (next === null || !isRightSecret(known, next)) throw new StartupError(explainWrong(config));
  await adoptNextSecret(config);
  return next;
}

/** Lets only one process at a time open or change the secret, and the transaction take its time. */
async function lockInstallation(tx: Tx): Promise<void> {
  await allowLongTransaction(tx);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${INSTALLATION_LOCK})`);
}

async function readInstallation(tx: Tx) {
  const [row] = await tx.select().from(installation).where(eq(installation.id, ROW));
  return row ?? null;
}

function writeCheck(secret: string): string {
  return encryptAtRest(Buffer.from(CHECK), { secret, name: CHECK });
}

/**
 * Locks the installation and encrypts everything in the database with another secret, within the caller's transaction.
 * Returns the number of changed values. Throws `StartupError` when a key of the store can't be decrypted.
 */
export async function changeSecret(
  tx: Tx,
  { from, to, log }: { from: string; to: string; log: Log },
): Promise<{ changed: number; unreadable: number }> {
  await lockInstallation(tx);
  await checkKeys(tx, { secret: from, log });
  const result = await reencryptAll(tx, { from, to });
  await tx
    .update(installation)
    .set({ secretCheck: writeCheck(to) })
    .where(eq(installation.id, ROW));
  await checkKeys(tx, { secret: to, log });
  return result;
}

/**
 * Returns the secret of this database without changing anything. Throws `StartupError` when it is missing or does not
 * match.
 */
export async function readSecret(config: Config, db: Db): Promise<string> {
  const [row] = await db.select().from(installation).where(eq(installation.id, ROW));
  // In this order, because the next secret may become the current one in between.
  const next = await findNextSecret(config);
  const found = await findSecret(config);
  if (found === null) throw new StartupError(explainMissing(config));
  if (!row?.secretCheck || isRightSecret(row.secretCheck, found)) return found;
  if (next !== null && isRightSecret(row.secretCheck, next)) return next;
  throw new StartupError(explainWrong(config));
}

/** Returns the id of this database's storage, and whether it has been seen there. */
export async function readStorageId(db: Db): Promise<{ id: string; isMarked: boolean }> {
  const [row] = await db.select().from(installation).where(eq(installation.id, ROW));
  if (!row) throw new Error('the installation has no row');
  return { id: row.storageId, isMarked: row.storageMarkedAt !== null };
}

/** Records that the storage has its id, so that one without it is rejected from now on. */
export async function noteStorageMarked(db: Db): Promise<void> {
  await db.update(installation).set({ storageMarkedAt: sql`now()` }).where(eq(installation.id, ROW));
}

/**
 * Returns true when an earlier start left encrypted data or an account; every start creates the push keys.
 */
async function hasData(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    SELECT EXISTS (SELECT FROM auth_users) OR EXISTS (SELECT FROM store_keys)
      OR EXISTS (SELECT FROM auth_jwks) AS found`);
  return rows[0]?.found ?? false;
}

function isRightSecret(secretCheck: string, secret: string): boolean {
  try {
    return decryptAtRest(secretCheck, { secret, name: CHECK }).toString() === CHECK;
  } catch {
    return false;
  }
}

function explainMissing(config: Config): string {
  const path = secretFile(config);
  return [
    `The secret is missing: SECRET isn't set, ${path} doesn't exist, and the database has data that is encrypted with it.`,
    `Restore ${path} from a backup, or set SECRET to the same secret. Another server on this database has it as SECRET or in the file "secret" of its DATA_DIR.`,
    LOST,
  ].join('\n');
}

function explainWrong(config: Config): string {
  const path = secretFile(config);
  const fix = config.secret
    ? `Set SECRET to the earlier secret. If it wasn't set before, remove it, and ${path} is used.`
    : `Restore ${path} from a backup, or set SECRET to the earlier secret.`;
  return [
    `${config.secret ? 'SECRET' : `The secret in ${path}`} isn't the secret that this database's data is encrypted with. Every server on one database needs the same one.`,
    fix,
    LOST,
  ].join('\n');
}

const LOST =
  'If the secret is lost for good, set SECRET to a new one, run "UPDATE installation SET secret_check = NULL;" in the database and start again: every key that can no longer be decrypted is then named, with what to do.';
