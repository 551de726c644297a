import { type KeyObject, randomBytes, sign } from 'node:crypto';
import { SHA_256_WITH_RSA } from './algorithms.ts';
import { bitString, derTime, integer, objectIdentifier, sequence, setOf, utf8String } from './der.ts';

const COMMON_NAME = objectIdentifier('2.5.4.3');
/** Clocks of store clients may be behind ours. */
const CLOCK_SKEW_MS = 86_400_000;
/** Clients know a repository by its certificate and never take another, so it must outlive the store. */
const VALID_YEARS = 50;

/** The name and creation date in the certificate. */
export interface CertificateSubject {
  readonly commonName: string;
  readonly createdAt: Date;
}

/**
 * Creates a self-signed certificate for an RSA key, in DER. It is version 1, because it needs no extensions.
 * @see RFC 5280, section 4.1
 */
export function selfSign(
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  { commonName, createdAt }: CertificateSubject,
): Buffer {
  const name = sequence(setOf(sequence(COMMON_NAME, utf8String(commonName))));
  const notBefore = new Date(createdAt.getTime() - CLOCK_SKEW_MS);
  const notAfter = new Date(createdAt);
  notAfter.setUTCFullYear(createdAt.getUTCFullYear() + VALID_YEARS);
  const toBeSigned = sequence(
    integer(randomBytes(16)),
    SHA_256_WITH_RSA,
    name,
    sequence(derTime(notBefore), derTime(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  return sequence(toBeSigned, SHA_256_WITH_RSA, bitString(sign('sha256', toBeSigned, privateKey)));
}
