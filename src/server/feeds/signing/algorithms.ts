import { encodeNull, objectIdentifier, sequence } from './der.ts';

/** AlgorithmIdentifiers, each with the NULL parameters that its standard asks for. */

/** Digest SHA-256 (RFC 5754, section 2). */
export const SHA_256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), encodeNull());

/**
 * RSA as the signature algorithm of a SignerInfo, which names the digest separately (RFC 3370, section 3.2).
 */
export const RSA_ENCRYPTION = sequence(objectIdentifier('1.2.840.113549.1.1.1'), encodeNull());

/** RSA over SHA-256 with PKCS #1 v1.5 padding, as certificates name it (RFC 4055, section 5). */
export const SHA_256_WITH_RSA = sequence(objectIdentifier('1.2.840.113549.1.1.11'), encodeNull());

/** ECDSA over SHA-256, for SignerInfos and certificates; its parameters are absent (RFC 5758, section 3.2). */
export const ECDSA_WITH_SHA_256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
