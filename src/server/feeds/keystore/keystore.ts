import type { KeyObject } from 'node:crypto';

/** A private key of a keystore with the certificates that were stored for it, in DER; its own comes first. */
export interface KeystoreEntry {
  /** Null in a PKCS #12 file without names. */
  readonly alias: string | null;
  readonly privateKey: KeyObject;
  readonly certificates: readonly Buffer[];
}

/** A keystore that can't be used. Its message is a sentence for the operator. */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError';
}

export const WRONG_PASSPHRASE = 'The passphrase doesn’t open this keystore, or the file was changed.';
