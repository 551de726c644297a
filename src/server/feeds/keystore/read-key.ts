import { type KeyObject, X509Certificate } from 'node:crypto';
import type { SigningKey } from '../signing/key.ts';
import { CONVERT, KeystoreError } from './keystore.ts';
import { type KeystoreKey, readPkcs12 } from './pkcs12.ts';

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
export async function readSigningKeystore(bytes: Buffer, choice: KeyChoice): Promise<SigningKey> {
  if (bytes.subarray(0, JKS_MAGIC.length).equals(JKS_MAGIC)) {
    throw new KeystoreError(`The keystore has Java’s old format, JKS. ${CONVERT}`);
  }
  try {
    return await readKey(bytes, choice);
  } catch (error) {
    if (error instanceof KeystoreError) throw error;
    throw new KeystoreError('The keystore is damaged, or isn’t a PKCS #12 file.', { cause: error });
  }
}

async function readKey(bytes: Buffer, { passphrase, alias }: KeyChoice): Promise<SigningKey> {
  const { keys, certificates } = await readPkcs12(bytes, passphrase);
  const privateKey = chooseKey(keys, alias).open();
  const certificate = certificates.find((der) => new X509Certificate(der).checkPrivateKey(privateKey));
  if (!certificate) throw new KeystoreError('The keystore has no certificate for the key.');
  const reason = denialReason(privateKey, new X509Certificate(certificate));
  if (reason !== null) throw new KeystoreError(reason);
  return { privateKey, certificate };
}

function chooseKey(keys: readonly KeystoreKey[], alias: string | undefined): KeystoreKey {
  const names = keys.map((key) => key.alias ?? '(no name)').join(', ');
  const found =
    alias === undefined ? keys : keys.filter((key) => key.alias?.toLowerCase() === alias.toLowerCase());
  const [only, another] = found;
  if (only && !another) return only;
  if (keys.length === 0) throw new KeystoreError('The keystore has no private key.');
  throw new KeystoreError(
    alias === undefined
      ? `The keystore has several keys: ${names}. Choose one with --alias NAME.`
      : `The keystore has no key named ${alias}, only: ${names}.`,
  );
}

/** Returns the reason why store clients would not accept this key, as a sentence; null when they do. */
function denialReason(privateKey: KeyObject, certificate: X509Certificate): string | null {
  if (!certificate.checkIssued(certificate)) {
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
