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

/** How to make a file that Quayside reads, of an older kind. */
export const CONVERT =
  'Convert it with Java 16 or newer, then use the new file: keytool -importkeystore -srckeystore FILE -destkeystore repository.p12 -deststoretype PKCS12';

export const WRONG_PASSPHRASE = 'The passphrase doesn’t open this keystore, or the file was changed.';
