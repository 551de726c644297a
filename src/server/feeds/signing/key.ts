import { createHash, createPrivateKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { signingKeys } from '../../db/tables.ts';
import { selfSign } from './certificate.ts';
import { decryptAtRest, encryptAtRest } from './encryption.ts';

/** The key that every F-Droid feed of this store is signed with. */
const PURPOSE = 'fdroid';
const RSA_BITS = 2048;

/** A key to sign with, and its certificate in DER. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly certificate: Buffer;
}

/**
 * The store's feed signing key, made when there is none yet. When several servers make one at the same time, the
 * first to be stored is everybody's. Throws when the stored key was encrypted with another secret.
 */
export async function readSigningKey(context: Context): Promise<SigningKey> {
  const row = (await findRow(context)) ?? (await createRow(context));
  return {
    privateKey: decryptPrivateKey(row.encryptedPrivateKey, context.secret),
    certificate: new X509Certificate(row.certificatePem).raw,
  };
}

/** SHA-256 of the signing certificate in upper-case hexadecimal: what a client that adds the repository compares. */
export function fingerprint({ certificate }: Pick<SigningKey, 'certificate'>): string {
  return createHash('sha256').update(certificate).digest('hex').toUpperCase();
}

async function findRow({ db }: Context) {
  const [row] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, PURPOSE));
  return row;
}

async function createRow(context: Context) {
  const keyPair = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS });
  const createdAt = context.clock();
  const certificate = selfSign(keyPair, { commonName: 'Quayside app store feed', createdAt });
  const privateKey = keyPair.privateKey.export({ type: 'pkcs8', format: 'der' });
  await context.db
    .insert(signingKeys)
    .values({
      purpose: PURPOSE,
      certificatePem: new X509Certificate(certificate).toString(),
      encryptedPrivateKey: encryptAtRest(privateKey, { secret: context.secret, name: PURPOSE }),
      createdAt,
    })
    .onConflictDoNothing();
  const row = await findRow(context);
  if (!row) throw new Error('The feed signing key was removed while it was being made.');
  return row;
}

function decryptPrivateKey(encrypted: string, secret: string): KeyObject {
  try {
    const key = decryptAtRest(encrypted, { secret, name: PURPOSE });
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new Error(
      'The feed signing key cannot be decrypted: this server has another secret than the one it was made with. Start it with the earlier secret (SECRET, or the secret file of the data directory).',
      { cause },
    );
  }
}
