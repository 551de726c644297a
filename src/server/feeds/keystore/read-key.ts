import { X509Certificate } from 'node:crypto';
import { DerError } from '#shared/packages/signature/der.ts';
import type { SigningKey } from '../signing/key.ts';
import { CONVERT, type KeystoreEntry, KeystoreError } from './keystore.ts';
import { readPkcs12 } from './pkcs12.ts';

/** Far above a keystore with all its certificates. */
export const MAX_KEYSTORE_BYTES = 1024 ** 2;
/** The first bytes of every JKS file. */
const JKS_MAGIC = Buffer.from('feedfeed', 'hex');
const MIN_RSA_BITS = 2048;
const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
/** SHA-1 is accepted: a certificate that its own key signed is only compared by its fingerprint, and old ones have it. */
const BROKEN_DIGEST = /md[245]/i;

interface KeyChoice {
  readonly passphrase: string;
  /** The name of the key, where there are several. */
  readonly alias?: string | undefined;
}

/**
 * Reads the signing key of a PKCS #12 file. Throws `KeystoreError` with a sentence for the operator when it can't
 * be read, has no or several keys, or the key or its certificate is too weak for store clients.
 */
export function readSigningKeystore(bytes: Buffer, choice: KeyChoice): SigningKey {
  const entry = chooseEntry(readEntries(bytes, choice), choice.alias);
  const reason = denialReason(entry);
  if (reason !== null) throw new KeystoreError(reason);
  const [certificate] = entry.certificates as [Buffer];
  return { privateKey: entry.privateKey, certificate };
}

function readEntries(bytes: Buffer, { passphrase }: KeyChoice): KeystoreEntry[] {
  if (bytes.subarray(0, JKS_MAGIC.length).equals(JKS_MAGIC)) {
    throw new KeystoreError(`The keystore has Java’s old format, JKS. ${CONVERT}`);
  }
  try {
    return readPkcs12(bytes, passphrase);
  } catch (error) {
    if (error instanceof KeystoreError) throw error;
    const reason =
      error instanceof DerError ? 'it ends early or isn’t a PKCS #12 file' : 'a key can’t be read';
    throw new KeystoreError(`The keystore is damaged: ${reason}.`, { cause: error });
  }
}

function chooseEntry(entries: readonly KeystoreEntry[], alias: string | undefined): KeystoreEntry {
  const names = entries.map((entry) => entry.alias ?? '(no name)').join(', ');
  const found =
    alias === undefined
      ? entries
      : entries.filter((entry) => entry.alias?.toLowerCase() === alias.toLowerCase());
  const [only, another] = found;
  if (only && !another) return only;
  if (entries.length === 0) throw new KeystoreError('The keystore has no private key.');
  throw new KeystoreError(
    alias === undefined
      ? `The keystore has several keys: ${names}. Choose one with --alias NAME.`
      : `The keystore has no key named ${alias}, only: ${names}.`,
  );
}

/** Returns the reason why store clients would not accept this key, as a sentence; null when they do. */
function denialReason({ privateKey, certificates }: KeystoreEntry): string | null {
  const [own, issuer] = certificates;
  if (!own) return 'The keystore has no certificate for the key.';
  const certificate = new X509Certificate(own);
  if (!certificate.checkPrivateKey(privateKey)) return 'The certificate belongs to another key.';
  if (issuer || !certificate.checkIssued(certificate)) {
    return 'The certificate was issued by another one. Store clients only accept a certificate that its own key signed.';
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = privateKey;
  if (type === 'rsa' && (details?.modulusLength ?? 0) < MIN_RSA_BITS) {
    return `The RSA key has ${details?.modulusLength} bits, which is too weak. It needs at least ${MIN_RSA_BITS}.`;
  }
  if (type === 'ec' && !CURVES.has(details?.namedCurve ?? '')) {
    return `The EC key uses the curve ${details?.namedCurve}. Use P-256, P-384 or P-521.`;
  }
  if (type !== 'rsa' && type !== 'ec') return `The key’s type is ${type}. Use an RSA or EC key.`;
  const algorithm = certificate.signatureAlgorithm ?? '';
  if (BROKEN_DIGEST.test(algorithm)) {
    return `The certificate is signed with ${algorithm}, which is too weak. Store clients reject it.`;
  }
  return null;
}
