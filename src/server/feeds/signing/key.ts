import { createHash, createPrivateKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { readTransactionTime } from '../../platform/db/clock.ts';
import type { Tx } from '../../platform/db/open.ts';
import { ensureStoreKey } from '../../platform/db/store-key.ts';
import { storeKeys } from '../../platform/db/tables/store.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { decryptAtRest, encryptAtRest } from '../../platform/secrets/encryption.ts';
import { selfSign } from './certificate.ts';

/** Purpose of the key that signs the store's F-Droid feeds. */
const PURPOSE = 'fdroid';
const RSA_BITS = 2048;

/** A signing key and its certificate in DER. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly certificate: Buffer;
}

/**
 * Returns the store's feed signing key, and creates it when there is none. When several servers create one at
 * the same time, all use the first that was stored. Throws when the stored key was encrypted with another
 * secret.
 */
export async function readSigningKey(context: Context): Promise<SigningKey> {
  const row = await ensureStoreKey(context.db, PURPOSE, async () => {
    const createdAt = context.clock();
    return { ...encodeRow(await generateSigningKey(createdAt), context.secret), createdAt };
  });
  return {
    privateKey: decryptPrivateKey(row.encryptedPrivateKey, context.secret),
    certificate: new X509Certificate(row.publicKey).raw,
  };
}

/**
 * Returns the SHA-256 of the signing certificate in upper-case hexadecimal, which clients compare when they
 * add the repository.
 */
export function fingerprint({ certificate }: Pick<SigningKey, 'certificate'>): string {
  return createHash('sha256').update(certificate).digest('hex').toUpperCase();
}

/**
 * Makes a key the store's feed signing key, in place of the earlier one, and queues the feed to be signed with it. Returns
 * the fingerprint of the earlier key; null when there was none.
 */
export async function storeSigningKey(tx: Tx, secret: string, key: SigningKey): Promise<string | null> {
  const [earlier] = await tx.select().from(storeKeys).where(eq(storeKeys.purpose, PURPOSE)).for('update');
  const row = { ...encodeRow(key, secret), createdAt: await readTransactionTime(tx) };
  await tx.insert(storeKeys).values(row).onConflictDoUpdate({ target: storeKeys.purpose, set: row });
  await queueRebuild(tx, 'all');
  return earlier ? fingerprint({ certificate: new X509Certificate(earlier.publicKey).raw }) : null;
}

function encodeRow({ privateKey, certificate }: SigningKey, secret: string) {
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  return {
    purpose: PURPOSE,
    publicKey: new X509Certificate(certificate).toString(),
    encryptedPrivateKey: encryptAtRest(pkcs8, { secret, name: PURPOSE }),
  } as const;
}

/** Generates a new signing key, which is stored nowhere. */
export async function generateSigningKey(createdAt: Date): Promise<SigningKey> {
  const keyPair = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  const certificate = selfSign(keyPair, { commonName: 'Quayside app store feed', createdAt });
  return { privateKey: keyPair.privateKey, certificate };
}

function decryptPrivateKey(encrypted: string, secret: string): KeyObject {
  try {
    const key = decryptAtRest(encrypted, { secret, name: PURPOSE });
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new Error(
      'The feed signing key can’t be decrypted because this server’s secret changed. Start it with the earlier secret (SECRET, or the secret file of the data directory).',
      { cause },
    );
  }
}
