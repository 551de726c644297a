import type { ByteSource } from '../byte-source.ts';
import type { SignatureFacts } from '../facts.ts';
import type { Finding } from '../finding.ts';
import type { ZipDirectory } from '../zip.ts';
import type { SdkRange } from './algorithms.ts';
import { type SchemeResult, verifyBlockSchemes } from './block-schemes.ts';
import type { BlockScheme } from './block-signer.ts';
import { type Certificate, certificateFacts } from './certificate.ts';
import { checkSignersAgree } from './cross-check.ts';
import { createDigest, type DigestName, type RunningDigest } from './digest.ts';
import { defaultHasher, type Hasher } from './hasher.ts';
import { capabilities } from './lineage.ts';
import { checkManifestTerms } from './manifest-terms.ts';
import { ProblemLog } from './problem.ts';
import { signatureFinding } from './rules.ts';
import { checkRangesAreRelated, type SignerRange, signerRanges } from './signer-ranges.ts';
import { type JarResult, NO_JAR_SIGNATURE, verifyJarSignature } from './v1/verify.ts';

/** Nougat: the first release that reads the signing block. */
const N = 24;
const EVERY_RELEASE = 0x7fffffff;

/** The releases that a package is verified for. */
export interface SignatureWindow {
  /** Oldest release (API level); the package's minSdkVersion by default. */
  minSdk: number;
  /** Newest release; all future ones when missing. */
  maxSdk?: number;
  /** The target of the manifest, as the package's reader resolved it. */
  targetSdk?: number;
  /** A native digest; by default Web Crypto's, or JavaScript's where there is none. */
  digest?: Hasher;
  /** A native streaming digest for JAR signatures; JavaScript's by default. */
  createDigest?: (name: DigestName) => RunningDigest;
}

export interface SignatureVerdict {
  facts: SignatureFacts;
  findings: Finding[];
}

/**
 * Verifies the package's signatures like AOSP's apksig: verified means that every Android release in the
 * range accepts them. Problems in the file become findings; it rejects only when the source cannot be read.
 */
export async function verifyApkSignature(
  source: ByteSource,
  zip: ZipDirectory,
  window: SignatureWindow,
): Promise<SignatureVerdict> {
  const { minSdk, maxSdk = EVERY_RELEASE } = window;
  const range = { minSdk, maxSdk };
  const log = new ProblemLog();
  if (minSdk > maxSdk) log.error('signature.sdk-window', { found: 'releases', minSdk, maxSdk });
  if (!zip.entries.some(({ name }) => name === 'AndroidManifest.xml')) {
    log.error('signature.no-manifest', { found: 'noManifest' });
  }
  if (log.failed) return toVerdict({ blocks: [], jar: NO_JAR_SIGNATURE, log, range });

  const blocks = await verifyBlockSchemes(source, zip, { range, hasher: window.digest ?? defaultHasher() });
  if (blocks.some((result) => result.log.failed)) {
    return toVerdict({ blocks, jar: NO_JAR_SIGNATURE, log, range });
  }
  const jar =
    minSdk < N || blocks.length === 0
      ? await verifyJarSignature({
          source,
          zip,
          range,
          foundSchemes: blocks.map(({ scheme }) => scheme),
          createDigest: window.createDigest ?? createDigest,
        })
      : NO_JAR_SIGNATURE;
  if (!jar.log.failed) checkSignersAgree(verifiedSigners(blocks, jar), log);
  if (blocks.length === 0) {
    await checkManifestTerms({
      source,
      zip,
      maxSdk,
      targetSdk: window.targetSdk,
      jarVerified: jar.verified,
      log,
    });
  }
  const result = toVerdict({ blocks, jar, log, range });
  if (result.facts.verified && blocks.length === 0) {
    result.findings.push(jarSignatureAlone(minSdk));
  }
  return result;
}

/** Warns about a v1-only signature, which allows unnoticed changes. It is an error from Nougat on. */
function jarSignatureAlone(minSdk: number): Finding {
  return {
    ...signatureFinding('signature.v1-insecure', { found: 'onlyJar', minSdk }),
    severity: minSdk < N ? 'warning' : 'error',
  };
}

function verifiedSigners(blocks: SchemeResult[], jar: JarResult) {
  return {
    v1: jar.verified ? jar.signers : undefined,
    v2: signersOf(blocks, 'v2'),
    v3: signersOf(blocks, 'v3'),
    lineage: lineageOf(blocks),
  };
}

function signersOf(blocks: SchemeResult[], scheme: BlockScheme): Certificate[] | undefined {
  const result = blocks.find((block) => block.scheme === scheme && block.verified);
  return result?.signers.flatMap(({ certificates }) => certificates.slice(0, 1));
}

/** Returns the rotation of the newest scheme that proves one. */
function lineageOf(blocks: SchemeResult[]) {
  return blocks.find((block) => block.verified && block.lineage)?.lineage;
}

interface VerificationOutcome {
  blocks: SchemeResult[];
  jar: JarResult;
  log: ProblemLog;
  range: SdkRange;
}

function toVerdict({ blocks, jar, log, range }: VerificationOutcome): SignatureVerdict {
  const logs = [...blocks.map((block) => block.log), jar.log, log];
  const verified = !logs.some(({ failed }) => failed);
  const has = (scheme: BlockScheme) => signersOf(blocks, scheme) !== undefined;
  const signers = verified ? currentSigners(blocks, jar) : [];
  const ranges = verified ? signerRanges({ blocks, jarSigners: jar.signers, range }) : [];
  const lineage = verified ? lineageOf(blocks) : undefined;
  // Schemes v1 and v2 know no rotation: all their signers sign for every release.
  if (has('v3') || has('v31')) checkRangesAreRelated(ranges, lineage, log);
  const seen = [...signers, ...ranges.flatMap((part) => part.signers)];
  const certificates = verified ? distinctCertificates(seen) : allSigners(blocks, jar);
  return {
    facts: {
      verified,
      schemes: { v1: jar.verified, v2: has('v2'), v3: has('v3'), v31: has('v31') },
      signers: signers.map(({ sha256 }) => sha256),
      ranges: ranges.map(rangeFacts),
      certificates: certificates.map(certificateFacts),
      lineage: (lineage ?? []).map(({ certificate, flags }) => ({
        sha256: certificate.sha256,
        capabilities: capabilities(flags),
      })),
    },
    findings: logs.flatMap(({ findings }) => findings),
  };
}

function rangeFacts({ minSdk, maxSdk, signers }: SignerRange) {
  return {
    minSdk,
    maxSdk: maxSdk === EVERY_RELEASE ? null : maxSdk,
    signers: distinctCertificates(signers).map(({ sha256 }) => sha256),
  };
}

function distinctCertificates(certificates: Certificate[]): Certificate[] {
  return [...new Map(certificates.map((certificate) => [certificate.sha256, certificate])).values()];
}

/**
 * Returns the signers of the newest scheme. With several v3 signers for different releases, it is the last
 * one.
 */
function currentSigners(blocks: SchemeResult[], jar: JarResult): Certificate[] {
  const rotated = signersOf(blocks, 'v31') ?? signersOf(blocks, 'v3');
  return rotated?.slice(-1) ?? signersOf(blocks, 'v2') ?? jar.signers;
}

/** Returns all signers whose own signature verifies, for a package that does not verify as a whole. */
function allSigners(blocks: SchemeResult[], jar: JarResult): Certificate[] {
  const certificates = blocks.flatMap(({ signers }) =>
    signers.flatMap((signer) => signer.certificates.slice(0, 1)),
  );
  return distinctCertificates([...certificates, ...jar.signers]);
}
