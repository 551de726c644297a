import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { ECDSA_WITH_SHA_256 } from '#server/feeds/signing/algorithms.ts';
import {
  bitString,
  derTime,
  integer,
  objectIdentifier,
  sequence,
  setOf,
  utf8String,
} from '#server/feeds/signing/der.ts';
import type { SigningKey } from '#server/feeds/signing/key.ts';

interface CertificateNames {
  readonly commonName?: string;
  /** The same as `commonName` unless given: the certificate then names another issuer. */
  readonly issuerName?: string;
}

/** Makes an EC key with a certificate that it signed itself. */
export function makeEcKey(
  namedCurve: string,
  { commonName = 'A key of a repository', issuerName = commonName }: CertificateNames = {},
): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const name = (text: string) => sequence(setOf(sequence(objectIdentifier('2.5.4.3'), utf8String(text))));
  const toBeSigned = sequence(
    integer(randomBytes(16)),
    ECDSA_WITH_SHA_256,
    name(issuerName),
    sequence(derTime(new Date('2020-01-01T00:00:00Z')), derTime(new Date('2070-01-01T00:00:00Z'))),
    name(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  return { privateKey, certificate: sequence(toBeSigned, ECDSA_WITH_SHA_256, bitString(signature)) };
}
