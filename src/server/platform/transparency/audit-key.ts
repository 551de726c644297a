import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { storeKeys } from '../db/tables/store.ts';
import { decryptAtRest, encryptAtRest } from '../secrets/encryption.ts';
import { verifierKeyOf } from './checkpoint.ts';

/** The purpose under which the private key is encrypted. */
const PURPOSE = 'audit';

/** The key that signs the checkpoints of the audit log. */
export interface AuditKey {
  /** The name of the log and its key: the address at its first use, which stays when the address changes. */
  readonly origin: string;
  readonly verifierKey: string;
  readonly privateKey: KeyObject;
}

type Parts = Pick<Context, 'db' | 'secret' | 'config'>;

/**
 * Returns the key, created on first use. When several servers create one at the same time, all use the one stored first.
 * Throws when the stored key was encrypted with another secret.
 */
export async function readAuditKey(parts: Parts): Promise<AuditKey> {
  const row = (await findRow(parts)) ?? (await createRow(parts));
  const pkcs8 = decryptAtRest(row.encryptedPrivateKey, { secret: parts.secret, name: PURPOSE });
  return {
    origin: row.publicKey.slice(0, row.publicKey.indexOf('+')),
    verifierKey: row.publicKey,
    privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
  };
}

/** Returns the verifier key of the log; null before its first checkpoint. */
export async function findVerifierKey({ db }: Pick<Context, 'db'>): Promise<string | null> {
  return (await findRow({ db }))?.publicKey ?? null;
}

async function findRow({ db }: Pick<Context, 'db'>) {
  const [row] = await db.select().from(storeKeys).where(eq(storeKeys.purpose, PURPOSE));
  return row;
}

async function createRow({ db, secret, config }: Parts) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  await db
    .insert(storeKeys)
    .values({
      purpose: PURPOSE,
      publicKey: verifierKeyOf(originOf(config.publicUrl), publicKey),
      encryptedPrivateKey: encryptAtRest(pkcs8, { secret, name: PURPOSE }),
    })
    .onConflictDoNothing();
  const row = await findRow({ db });
  if (!row) throw new Error('The key of the audit log was removed while it was being created.');
  return row;
}

/** Returns the address of the log without its scheme, as c2sp.org/tlog-tiles recommends. */
function originOf(publicUrl: string): string {
  const { host, pathname } = new URL('transparency', publicUrl);
  return `${host}${pathname}`;
}
