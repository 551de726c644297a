import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Config } from './config/config.ts';
import { StartupError } from './config/startup-error.ts';
import { allowLongTransaction, type Db, type Tx } from './db/open.ts';
import { installation } from './db/tables/store.ts';
import type { Log } from './log/log.ts';
import { checkKeys } from './secrets/check-keys.ts';
import { decryptAtRest, encryptAtRest } from './secrets/encryption.ts';
import { createSecret, findSecret, secretFile } from './secrets/secret.ts';

const ROW = 1;

/** The plaintext of `secret_check`, and its encryption name (`encryptAtRest`). */
const CHECK = 'installation';

/** An advisory lock number that nothing else in the database uses. */
const INSTALLATION_LOCK = 7_282_975;

interface Parts {
  readonly config: Config;
  readonly db: Db;
  readonly log: Log;
}

/**
 * Returns the secret of this database, after decrypting every key in it. Creates one only for a database
 * without data. Throws `StartupError` when it is missing or does not match.
 */
export async function openSecret({ config, db, log }: Parts): Promise<string> {
  const found = await findSecret(config);
  return db.transaction(async (tx) => {
    await allowLongTransaction(tx);
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${INSTALLATION_LOCK})`);
    const [row] = await tx.select().from(installation).where(eq(installation.id, ROW));
    if (found === null && (row || (await hasData(tx)))) throw new StartupError(explainMissing(config));
    const secret = found ?? (await createSecret(config));
    const known = row?.secretCheck ?? null;
    if (known !== null && !isRightSecret(known, secret)) throw new StartupError(explainWrong(config));
    await checkKeys(tx, { secret, log });
    if (known === null) {
      const secretCheck = encryptAtRest(Buffer.from(CHECK), { secret, name: CHECK });
      await tx
        .insert(installation)
        .values({ id: ROW, secretCheck, storageId: randomUUID() })
        .onConflictDoUpdate({ target: installation.id, set: { secretCheck } });
    }
    return secret;
  });
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
