import type { CertificateFacts } from '../facts.ts';
import { MAX_TEXT_LENGTH } from '../limits.ts';
import { toHex } from '../text.ts';
import {
  type DerElement,
  DerError,
  expectTag,
  isContext,
  readDer,
  readInteger,
  readOid,
  sequenceOf,
  TAG,
} from './der.ts';
import { digest } from './digest.ts';
import { type DistinguishedName, readName } from './distinguished-name.ts';
import { describeKey, type PublicKey, readPublicKey } from './public-key.ts';

/** The fields of an X.509 certificate that signature verification needs. */
export interface Certificate {
  /** The original bytes, which identify the certificate. */
  encoded: Uint8Array;
  sha256: string;
  serial: bigint;
  issuer: DistinguishedName;
  subject: DistinguishedName;
  validFrom: string;
  validTo: string;
  /** The original SubjectPublicKeyInfo. */
  keyInfo: Uint8Array;
  key: PublicKey;
  /** False when a key usage extension permits neither digitalSignature nor nonRepudiation. */
  maySign: boolean;
  /**
   * True when it has a critical extension that Java's certificate classes do not know; it must not be used
   * then.
   */
  unknownCriticalExtension: boolean;
}

/** Extensions supported by Java's X.509 implementation (sun.security.x509.OIDMap). */
const KNOWN_EXTENSIONS = new Set([
  ...[9, 14, 15, 16, 17, 18, 19, 20, 21, 24, 27, 28, 29, 30, 31, 32, 33, 35, 36, 37, 46, 54].map(
    (arc) => `2.5.29.${arc}`,
  ),
  '1.3.6.1.5.5.7.1.1',
  '1.3.6.1.5.5.7.1.11',
  '1.3.6.1.5.5.7.48.1.5',
  '2.16.840.1.113730.1.1',
]);
const KEY_USAGE = '2.5.29.15';
/** Certificates with the largest keys have about 5 KB. */
const MAX_CERTIFICATE_SIZE = 64 * 1024;
/** A certificate chain has a handful. */
const MAX_CERTIFICATES = 20;

/**
 * Reads an X.509 certificate. Trailing bytes are part of its identity, but are not parsed.
 * @throws DerError when it is malformed or too large.
 * @see RFC 5280, section 4.1
 */
export function readCertificate(encoded: Uint8Array): Certificate {
  if (encoded.length > MAX_CERTIFICATE_SIZE)
    throw new DerError({ problem: 'certificateSize', bytes: encoded.length });
  const [toBeSigned, algorithm, signature] = sequenceOf(readDer(encoded));
  const fields = sequenceOf(toBeSigned);
  // Skip the version: it does not matter here.
  if (isContext(fields[0], 0)) readDer(fields.shift()?.content ?? encoded);
  const [serial, signedAlgorithm, issuer, validity, subject, keyInfo] = fields;
  const [validFrom, validTo] = sequenceOf(validity);
  if (readOid(sequenceOf(algorithm)[0]) !== readOid(sequenceOf(signedAlgorithm)[0])) {
    throw new DerError({ problem: 'signatureAlgorithms' });
  }
  if ((expectTag(signature, TAG.bitString).content[0] ?? 8) > 7)
    throw new DerError({ problem: 'signatureBits' });
  const keyInfoBytes = expectTag(keyInfo, TAG.sequence).encoded;
  return {
    encoded,
    sha256: toHex(digest('SHA-256', encoded)),
    serial: readInteger(serial),
    issuer: readName(issuer),
    subject: readName(subject),
    validFrom: readTime(validFrom),
    validTo: readTime(validTo),
    keyInfo: keyInfoBytes,
    key: readPublicKey(keyInfoBytes),
    ...readExtensions(fields.find((field) => isContext(field, 3))),
  };
}

/** Converts a certificate to the form used in a package's facts. */
export function certificateFacts(certificate: Certificate): CertificateFacts {
  return {
    sha256: certificate.sha256,
    subject: cutText(certificate.subject.text),
    issuer: cutText(certificate.issuer.text),
    validFrom: certificate.validFrom,
    validTo: certificate.validTo,
    ...describeKey(certificate.key),
  };
}

/** Truncates a subject for display; it is not part of the certificate's identity. */
function cutText(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
}

function readExtensions(field: DerElement | undefined) {
  let maySign = true;
  let unknownCriticalExtension = false;
  for (const extension of field ? sequenceOf(readDer(field.content)) : []) {
    const parts = sequenceOf(extension);
    const oid = readOid(parts[0]);
    const critical = parts[1]?.tagClass === 0 && parts[1].tag === TAG.boolean && parts[1].content[0] !== 0;
    if (critical && !KNOWN_EXTENSIONS.has(oid)) unknownCriticalExtension = true;
    if (oid === KEY_USAGE) maySign = usageMaySign(parts.at(-1));
  }
  return { maySign, unknownCriticalExtension };
}

/** Bit 0 is digitalSignature, bit 1 nonRepudiation (RFC 5280, section 4.2.1.3). */
function usageMaySign(value: DerElement | undefined): boolean {
  const bits = expectTag(readDer(expectTag(value, TAG.octetString).content), TAG.bitString).content;
  return ((bits[1] ?? 0) & 0xc0) !== 0;
}

/** Reads a UTCTime or GeneralizedTime as ISO 8601 (RFC 5280, section 4.1.2.5). */
function readTime(element: DerElement | undefined): string {
  const UTC_TIME = 23;
  const GENERALIZED_TIME = 24;
  if (element?.tagClass !== 0 || (element.tag !== UTC_TIME && element.tag !== GENERALIZED_TIME))
    throw new DerError({ problem: 'notTime' });
  const text = String.fromCharCode(...element.content.subarray(0, 32));
  const digits = /^(\d{2,4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:[.,]\d+)?(Z|[+-]\d{4})$/;
  const match = (element.tag === UTC_TIME ? withCentury(text) : text).match(digits);
  if (!match) throw new DerError({ problem: 'wrongTime', text });
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = match;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  if (Number.isNaN(time.getTime())) throw new DerError({ problem: 'wrongTime', text });
  return time.toISOString();
}

function withCentury(text: string): string {
  return (Number(text.slice(0, 2)) < 50 ? '20' : '19') + text;
}

/**
 * Reads a list of certificates.
 * @throws DerError when one is malformed, or when there are too many.
 */
export function readCertificates(encoded: readonly Uint8Array[]): Certificate[] {
  if (encoded.length > MAX_CERTIFICATES)
    throw new DerError({ problem: 'certificates', count: encoded.length });
  return encoded.map(readCertificate);
}
