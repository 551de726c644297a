import { sign } from 'node:crypto';
import { isContext, readDer, sequenceOf } from '#shared/packages/signature/der.ts';
import { ECDSA_WITH_SHA_256, RSA_ENCRYPTION, SHA_256 } from './algorithms.ts';
import { context, integer, objectIdentifier, octetString, sequence, setOf } from './der.ts';
import type { SigningKey } from './key.ts';

const DATA = objectIdentifier('1.2.840.113549.1.7.1');
const SIGNED_DATA = objectIdentifier('1.2.840.113549.1.7.2');
const VERSION_1 = integer(Buffer.of(1));

/**
 * Creates a detached PKCS #7 signature of `content` in DER: one signer, its certificate, SHA-256, no signed
 * attributes.
 * @see RFC 5652, section 5.1 (the same structure as PKCS #7 1.5, which JAR files name)
 */
export function signDetached(content: Uint8Array, { privateKey, certificate }: SigningKey): Buffer {
  const signerInfo = sequence(
    VERSION_1,
    issuerAndSerialNumber(certificate),
    SHA_256,
    privateKey.asymmetricKeyType === 'ec' ? ECDSA_WITH_SHA_256 : RSA_ENCRYPTION,
    octetString(sign('sha256', content, privateKey)),
  );
  const signedData = sequence(
    VERSION_1,
    setOf(SHA_256),
    sequence(DATA),
    context(0, certificate),
    setOf(signerInfo),
  );
  return sequence(SIGNED_DATA, context(0, signedData));
}

/**
 * Returns a SignerInfo's reference to its certificate: the two fields exactly as the certificate encodes
 * them.
 */
function issuerAndSerialNumber(certificate: Uint8Array): Buffer {
  const [toBeSigned] = sequenceOf(readDer(certificate));
  const fields = sequenceOf(toBeSigned);
  if (isContext(fields[0], 0)) fields.shift();
  const [serialNumber, , issuer] = fields;
  if (!serialNumber || !issuer) throw new Error('The certificate of the feed signing key is damaged.');
  return sequence(issuer.encoded, serialNumber.encoded);
}
