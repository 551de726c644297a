import type { Context } from '../../platform/context.ts';
import { ensureStoreKey, type StoreKeyRow } from '../../platform/db/store-key.ts';
import { decryptAtRest, encryptAtRest } from '../../platform/secrets/encryption.ts';

/** The purpose under which the private key is encrypted. */
const PURPOSE = 'push';

/** The store's key pair for push services (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

type Parts = Pick<Context, 'db' | 'secret'>;

/**
 * Returns the key pair, created on first use. When several servers create one at the same time, all use the one
 * stored first. Throws when the stored key was encrypted with another secret.
 */
export async function readVapidKeys(parts: Parts): Promise<VapidKeys> {
  const row = await ensureVapidKeys(parts);
  try {
    const lock = { secret: parts.secret, name: PURPOSE };
    return { publicKey: row.publicKey, privateKey: decryptAtRest(row.encryptedPrivateKey, lock).toString() };
  } catch (cause) {
    throw new Error(
      'The push key can’t be decrypted because this server’s secret changed. Start it with the earlier secret (SECRET, or the secret file of the data directory).',
      { cause },
    );
  }
}

/** Creates the key pair if there is none, before the first browser asks for it. */
export async function ensureVapidKeys(parts: Parts): Promise<StoreKeyRow> {
  return ensureStoreKey(parts.db, PURPOSE, async () => {
    const { default: webpush } = await import('web-push');
    const { publicKey, privateKey } = webpush.generateVAPIDKeys();
    const lock = { secret: parts.secret, name: PURPOSE };
    return {
      purpose: PURPOSE,
      publicKey,
      encryptedPrivateKey: encryptAtRest(Buffer.from(privateKey), lock),
    };
  });
}
