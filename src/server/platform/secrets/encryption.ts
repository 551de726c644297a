import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Separates this key from other keys derived from the server's secret. */
const KEY_PURPOSE = 'quayside: signing keys at rest';

/** Identifies the encrypted value: ciphertext of one name cannot be decrypted under another. */
export interface Lock {
  readonly secret: string;
  readonly name: string;
}

/**
 * Encrypts bytes for the database with AES-256-GCM under a key derived from the server's secret by
 * HKDF-SHA256 (RFC 5869). Returns nonce, authentication tag and ciphertext in base64.
 */
export function encryptAtRest(bytes: Uint8Array, { secret, name }: Lock): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(secret), nonce).setAAD(Buffer.from(name));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** Decrypts the result of `encryptAtRest`. Throws when secret or name differ, or the text was changed. */
export function decryptAtRest(text: string, { secret, name }: Lock): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, deriveKey(secret), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', KEY_PURPOSE, KEY_BYTES));
}

/** Encryption name of the content of an account email (`encryptAtRest`). */
export const ACCOUNT_EMAIL = 'account email';

/** Encryption name of the password of the mail server in the settings (`encryptAtRest`). */
export const MAIL_PASSWORD = 'mail password';

/** Returns the encryption name of the response of a call with an idempotency key (`encryptAtRest`). */
export function idempotentCallLockName(id: string): string {
  return `idempotent call ${id}`;
}

/** Returns the encryption name of a webhook's secret (`encryptAtRest`). */
export function webhookLockName(webhookId: string): string {
  return `webhook ${webhookId}`;
}

/** Returns the encryption name of the test credentials of a version (`encryptAtRest`). */
export function testCredentialsLockName(versionId: string): string {
  return `test credentials ${versionId}`;
}
