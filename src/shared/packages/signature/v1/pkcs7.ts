import { type Certificate, readCertificates } from '../certificate.ts';
import {
  type DerElement,
  DerError,
  derChildren,
  expectTag,
  isContext,
  readDer,
  readInteger,
  readOid,
  sequenceOf,
  TAG,
} from '../der.ts';
import { readName } from '../distinguished-name.ts';
import type { SignerAlgorithms } from './supported-algorithms.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';

/** One signature over the signature file. */
export interface SignerInfo {
  /**
   * Issuer and serial number of the signer's certificate; missing when it is identified in a way Android does
   * not support.
   */
  signer?: { issuer: string; serial: bigint };
  algorithms: SignerAlgorithms;
  /** Attributes that are signed instead of the file, in their original encoding with the tag [0]. */
  signedAttributes?: DerElement;
  signature: Uint8Array;
}

/** The contents of a signature block file (.RSA, .DSA or .EC). */
export interface SignedData {
  contentType: string;
  /** Raw certificates, parsed only when a signer needs them. */
  certificates: DerElement[];
  signerInfos: DerElement[];
}

/**
 * Reads a signature block file.
 * @throws DerError when it is not PKCS #7 signed data.
 * @see RFC 5652, sections 3 and 5.1
 */
export function readSignedData(bytes: Uint8Array): SignedData {
  const [type, content] = sequenceOf(readDer(bytes));
  const contentType = readOid(type);
  if (contentType !== SIGNED_DATA || !isContext(content, 0))
    throw new DerError({ problem: 'contentType', oid: contentType });
  const [version, digestAlgorithms, encapsulated, ...rest] = sequenceOf(readDer(content.content));
  // These two are not used, but must be well-formed.
  readInteger(version);
  derChildren(expectTag(digestAlgorithms, TAG.set).content).forEach(readAlgorithm);
  const certificates = rest.find((element) => isContext(element, 0));
  const signerInfos = rest.find((element) => !isContext(element, 0) && !isContext(element, 1));
  return {
    contentType: readOid(sequenceOf(encapsulated)[0]),
    certificates: certificates ? derChildren(certificates.content) : [],
    signerInfos: derChildren(expectTag(signerInfos, TAG.set).content),
  };
}

/** Reads a SignerInfo. @throws DerError when it is malformed. @see RFC 5652, section 5.3 */
export function readSignerInfo(element: DerElement): SignerInfo {
  const [version, identifier, digestAlgorithm, ...rest] = sequenceOf(element);
  readInteger(version);
  const signedAttributes = isContext(rest[0], 0) ? rest.shift() : undefined;
  const [signatureAlgorithm, signature] = rest;
  return {
    signer: identifier?.tagClass === 0 ? issuerAndSerial(identifier) : undefined,
    algorithms: {
      digest: readAlgorithm(digestAlgorithm),
      signature: readAlgorithm(signatureAlgorithm),
    },
    signedAttributes,
    signature: expectTag(signature, TAG.octetString).content,
  };
}

function readAlgorithm(element: DerElement | undefined): string {
  return readOid(sequenceOf(element)[0]);
}

function issuerAndSerial(element: DerElement) {
  const [issuer, serial] = sequenceOf(element);
  return { issuer: readName(issuer).canonical, serial: readInteger(serial) };
}

/**
 * Finds the certificate that `signer` identifies. Compares normalised names, because tools encode one name
 * with different string types.
 */
export function findCertificate(
  certificates: Certificate[],
  signer: SignerInfo['signer'],
): Certificate | undefined {
  return certificates.find(
    ({ serial, issuer }) => serial === signer?.serial && issuer.canonical === signer.issuer,
  );
}

/**
 * Parses all certificates of the signed data.
 * @throws DerError when one is malformed, or when there are too many.
 */
export function certificatesOf(data: SignedData): Certificate[] {
  return readCertificates(data.certificates.map(({ encoded }) => encoded));
}

/**
 * Reads the values of the signed attributes by type.
 * @throws DerError when they are malformed or a type occurs twice.
 */
export function readSignedAttributes(element: DerElement): Map<string, DerElement[]> {
  const attributes = new Map<string, DerElement[]>();
  for (const child of derChildren(element.content)) {
    const [type, values] = sequenceOf(child);
    const oid = readOid(type);
    if (attributes.has(oid)) throw new DerError({ problem: 'repeatedAttribute', oid });
    attributes.set(oid, derChildren(expectTag(values, TAG.set).content));
  }
  return attributes;
}
