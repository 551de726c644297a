import type { SdkRange } from '../algorithms.ts';
import type { Certificate } from '../certificate.ts';
import { verifySignature } from '../crypto.ts';
import { type DerElement, DerError, expectTag, readOid, TAG } from '../der.ts';
import { type DigestName, digest, equalBytes } from '../digest.ts';
import { SignatureProblem } from '../problem.ts';
import {
  certificatesOf,
  findCertificate,
  readSignedAttributes,
  readSignedData,
  readSignerInfo,
  type SignedData,
  type SignerInfo,
} from './pkcs7.ts';
import { supportedScheme } from './supported-algorithms.ts';

const KITKAT = 19;
const N = 24;
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const UNIVERSAL_SET = 0x31;
/** One is usual; each costs a signature verification. */
const MAX_SIGNER_INFOS = 32;

/** The two files of a JAR signer. */
export interface SignatureFiles {
  /** Name of the signature block file, for messages. */
  name: string;
  /** PKCS #7 signature block: .RSA, .DSA or .EC. */
  block: Uint8Array;
  /** Signature file: .SF. */
  file: Uint8Array;
}

/**
 * Returns the certificate whose signature over the signature file verifies.
 * @throws SignatureProblem when there is none, or when some release in `range` would reject the block.
 * @see AOSP apksig, V1SchemeVerifier.Signer.verifySigBlockAgainstSigFile
 */
export function verifySignatureBlock(files: SignatureFiles, range: SdkRange): Certificate {
  const { name: file } = files;
  try {
    const data = readSignedData(files.block);
    const all = data.signerInfos;
    if (all.length === 0)
      throw new SignatureProblem('signature.v1.malformed', { found: 'noFileSigner', file });
    if (all.length > MAX_SIGNER_INFOS) {
      throw new SignatureProblem('signature.v1.too-many-signers', {
        found: 'fileSigners',
        file,
        count: all.length,
      });
    }
    const certificates = certificatesOf(data);
    // Before Nougat only the first signer counts; since then the first that verifies, but all must be
    // acceptable.
    const tried = range.minSdk < N ? all.slice(0, 1) : all;
    const signers = tried.map((element) =>
      verifySignerInfo(readSignerInfo(element), { files, data, certificates, range }),
    );
    const signer = signers.find((certificate) => certificate !== undefined);
    if (signer) return signer;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new SignatureProblem('signature.v1.malformed', {
      found: 'signatureBlock',
      file,
      ...error.problem,
    });
  }
  throw new SignatureProblem('signature.v1.did-not-verify', { found: 'otherContent', file });
}

interface SignerContext {
  files: SignatureFiles;
  data: SignedData;
  certificates: Certificate[];
  range: SdkRange;
}

/**
 * Returns the signer's certificate; undefined when its signature does not verify, because another signer's
 * may.
 */
function verifySignerInfo(info: SignerInfo, context: SignerContext): Certificate | undefined {
  const { files, range } = context;
  const { algorithms } = info;
  const supported = supportedScheme(algorithms, range);
  if (!supported) {
    throw new SignatureProblem('signature.v1.unsupported-algorithm', {
      found: 'algorithms',
      file: files.name,
      ...algorithms,
      ...range,
    });
  }
  const certificate = acceptableCertificate(info, context);
  if (certificate.key.kind !== supported.scheme.key) {
    throw new SignatureProblem('signature.v1.did-not-verify', {
      found: 'otherKey',
      file: files.name,
      signature: supported.scheme.key,
      key: certificate.key.kind,
    });
  }
  const data = info.signedAttributes
    ? signedAttributeBytes(info.signedAttributes, { ...context, digest: supported.digest })
    : files.file;
  if (!data) return undefined;
  return verifySignature(supported.scheme, certificate.key, { data, signature: info.signature })
    ? certificate
    : undefined;
}

function acceptableCertificate({ signer }: SignerInfo, { certificates, files }: SignerContext): Certificate {
  const rejected = (found: 'noCertificate' | 'criticalExtension' | 'keyUsage') =>
    new SignatureProblem('signature.v1.certificate', { found, file: files.name });
  const certificate = findCertificate(certificates, signer);
  if (!certificate) throw rejected('noCertificate');
  if (certificate.unknownCriticalExtension) throw rejected('criticalExtension');
  if (!certificate.maySign) throw rejected('keyUsage');
  return certificate;
}

/**
 * Returns the bytes that are signed instead of the file: attributes with the file's digest. Undefined when
 * they belong to other contents. Only the tag is re-encoded.
 */
function signedAttributeBytes(
  element: DerElement,
  { files, data, range, digest: name }: SignerContext & { digest: DigestName },
): Uint8Array | undefined {
  if (range.minSdk < KITKAT) {
    // These releases verify such signatures incorrectly, so the package would not be protected.
    throw new SignatureProblem('signature.v1.did-not-verify', {
      found: 'signedAttributes',
      file: files.name,
    });
  }
  const attributes = readSignedAttributes(element);
  if (range.maxSdk >= N) {
    const contentType = readOid(singleValue(attributes, CONTENT_TYPE));
    if (contentType !== data.contentType) return undefined;
  }
  const expected = expectTag(singleValue(attributes, MESSAGE_DIGEST), TAG.octetString).content;
  if (!equalBytes(expected, digest(name, files.file))) return undefined;
  const signed = Uint8Array.from(element.encoded);
  signed[0] = UNIVERSAL_SET;
  return signed;
}

function singleValue(attributes: Map<string, DerElement[]>, oid: string): DerElement | undefined {
  const values = attributes.get(oid);
  if (values && values.length > 1) throw new DerError({ problem: 'attributeValues', oid });
  return values?.[0];
}
