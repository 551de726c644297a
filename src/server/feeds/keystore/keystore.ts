/** Far above a keystore with all its certificates. */
export const MAX_KEYSTORE_BYTES = 1024 ** 2;

/** A keystore that can't be used. Its message is a sentence for the operator. */
export class KeystoreError extends Error {
  override readonly name = 'KeystoreError';
}

/** How to make a file that Quayside reads, of an older kind. */
export const CONVERT =
  'Convert it with Java 16 or newer, then use the new file: keytool -importkeystore -srckeystore FILE -destkeystore repository.p12 -deststoretype PKCS12';
