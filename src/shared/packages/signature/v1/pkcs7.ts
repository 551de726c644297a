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
  /** Issuer and serial number of the signer's certificate; missing when it is named in a way Android does not know. */
  signer?: { issuer: string; serial: bigint };
  algorithms: SignerAlgorithms;
  /** Attributes that are signed in place of the file, as they stand: with the tag [0]. */
  signedAttributes?: DerElement;
  signature: Uint8Array;
}

/** What a signature block file (.RSA, .DSA or .EC) holds. */
export interface SignedData {
  contentType: string;
  /** Raw certificates, read only when a signer needs them. */
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
    throw new DerError(`Content of type ${contentType}`);
  const [version, digestAlgorithms, encapsulated, ...rest] = sequenceOf(readDer(content.content));
  // Nobody needs these two, but a file that breaks them is refused.
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

/** The certificate that `signer` names. Names are compared by meaning: tools write one name with different string types. */
export function findCertificate(
  certificates: Certificate[],
  signer: SignerInfo['signer'],
): Certificate | undefined {
  return certificates.find(
    ({ serial, issuer }) => serial === signer?.serial && issuer.canonical === signer.issuer,
  );
}

/** All certificates of the signed data. @throws DerError when one is malformed. */
export function certificatesOf(data: SignedData): Certificate[] {
  return readCertificates(data.certificates);
}

/**
 * The single values of the signed attributes by type.
 * @throws DerError when they are malformed or a type occurs twice.
 */
export function readSignedAttributes(element: DerElement): Map<string, DerElement[]> {
  const attributes = new Map<string, DerElement[]>();
  for (const child of derChildren(element.content)) {
    const [type, values] = sequenceOf(child);
    const oid = readOid(type);
    if (attributes.has(oid)) throw new DerError(`Attribute ${oid} occurs twice`);
    attributes.set(oid, derChildren(expectTag(values, TAG.set).content));
  }
  return attributes;
}
