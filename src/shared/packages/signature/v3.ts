import type { SdkRange } from './algorithms.ts';
import { BlockReader, prefixedValues } from './block-reader.ts';
import {
  type BlockScheme,
  type BlockSigner,
  readAttributes,
  readSignedRecord,
  type SignerAttribute,
  verifySignedData,
  withinSigner,
} from './block-signer.ts';
import { consolidateLineages, type Lineage, LineageError, readLineage } from './lineage.ts';
import { type ProblemLog, SignatureProblem } from './problem.ts';

/** Attribute ids: AOSP apksig, V3SchemeConstants. */
const PROOF_OF_ROTATION = 0x3ba06f8c;
const ROTATION_MIN_SDK = 0x559f8b02;
const ROTATION_ON_DEV_RELEASE = 0xc2a6b3ba;
/** First release that reads v3.1 blocks. */
const V31_SDK = 33;
/**
 * Each signer covers one range of releases; real packages have far fewer, and each costs a signature
 * verification.
 */
const MAX_SIGNERS = 10;

export interface V3Signer extends BlockSigner, SdkRange {
  lineage?: Lineage;
  /** True when the rotation targets a pre-release whose API level is still that of the release before. */
  onDevRelease: boolean;
}

export interface V3Scope {
  scheme: Exclude<BlockScheme, 'v2'>;
  /** The releases that the signers must cover together. */
  range: SdkRange;
  /** For a v3 block next to a v3.1 block: the first release that the v3.1 block covers. */
  rotationMinSdk?: number;
  log: ProblemLog;
}

export interface V3Result {
  signers: V3Signer[];
  lineage?: Lineage;
}

/**
 * Checks the signers of a v3 or v3.1 block, but not the package's contents. Logs problems.
 * @see https://source.android.com/docs/security/features/apksigning/v3#v3-verification and …/v3-1
 */
export function checkV3(block: Uint8Array, scope: V3Scope): V3Result {
  const { scheme, log } = scope;
  const signers: V3Signer[] = [];
  try {
    const sequence = withinSigner(scheme, () => [...prefixedValues(new BlockReader(block).prefixed())]);
    if (sequence.length === 0) {
      throw new SignatureProblem(`signature.${scheme}.no-signers`, { found: 'noSigners' });
    }
    if (sequence.length > MAX_SIGNERS) {
      throw new SignatureProblem(`signature.${scheme}.too-many-signers`, {
        found: 'signers',
        count: sequence.length,
      });
    }
    for (const bytes of sequence) signers.push(withinSigner(scheme, () => checkSigner(bytes, scope)));
    if (log.failed) return { signers };
    checkCoverage(signers, scope);
    return { signers, lineage: joinLineages(signers, scheme) };
  } catch (error) {
    log.caught(error);
    return { signers };
  }
}

function checkSigner(bytes: Uint8Array, scope: V3Scope): V3Signer {
  const { scheme, log } = scope;
  const reader = new BlockReader(bytes);
  const signedData = reader.prefixed();
  const range = { minSdk: reader.int32(), maxSdk: reader.int32() };
  const record = { signedData, signatures: reader.prefixed(), publicKey: reader.prefixed() };
  if (range.minSdk < 0 || range.minSdk > range.maxSdk) {
    log.error(`signature.${scheme}.sdk-range`, { found: 'range', ...range });
  }
  const verified = verifySignedData(record, { scheme, range });
  const data = new BlockReader(signedData);
  const signed = { digests: data.prefixed(), certificates: data.prefixed() };
  const signedRange = { minSdk: data.int32(), maxSdk: data.int32() };
  if (signedRange.minSdk !== range.minSdk || signedRange.maxSdk !== range.maxSdk) {
    log.error(`signature.${scheme}.sdk-range`, {
      found: 'signedRange',
      ...range,
      signedMinSdk: signedRange.minSdk,
      signedMaxSdk: signedRange.maxSdk,
    });
  }
  const attributes = readAttributes(data.prefixed());
  const signer = readSignedRecord(signed, { record, scheme, ...verified });
  return { ...signer, ...range, ...readRotation(attributes, signer, scope) };
}

function readRotation(attributes: SignerAttribute[], signer: BlockSigner, scope: V3Scope) {
  let lineage: Lineage | undefined;
  let onDevRelease = false;
  for (const { id, value } of attributes) {
    if (id === PROOF_OF_ROTATION) {
      // Tools write only one; several would let a file repeat costly checks.
      if (lineage) throw new SignatureProblem(`signature.${scope.scheme}.lineage`, { found: 'lineages' });
      lineage = provenLineage(value, signer, scope.scheme);
    } else if (id === ROTATION_MIN_SDK) {
      checkAnnouncedRotation(new BlockReader(value).int32(), scope);
    } else if (id === ROTATION_ON_DEV_RELEASE) {
      onDevRelease = true;
    } else {
      scope.log.warning(`signature.${scope.scheme}.unknown-attribute`, {
        found: 'attribute',
        id: `0x${id.toString(16)}`,
      });
    }
  }
  return { lineage, onDevRelease };
}

function provenLineage(attribute: Uint8Array, signer: BlockSigner, scheme: BlockScheme): Lineage {
  try {
    const lineage = readLineage(attribute);
    if (lineage.at(-1)?.certificate.sha256 !== signer.certificates[0]?.sha256) {
      throw new LineageError({ problem: 'lineageEnd' });
    }
    return lineage;
  } catch (error) {
    if (!(error instanceof LineageError)) throw error;
    throw new SignatureProblem(`signature.${scheme}.lineage`, { found: 'format', ...error.problem });
  }
}

/** Checks the release at which a v3 signer says a v3.1 block takes over, which reveals a removed block. */
function checkAnnouncedRotation(announced: number, { range, rotationMinSdk, log }: V3Scope): void {
  if (range.maxSdk < V31_SDK || announced === rotationMinSdk) return;
  log.error(
    'signature.v3.rotation-missing',
    rotationMinSdk === undefined
      ? { found: 'noRotation', sdk: announced }
      : { found: 'otherRotation', sdk: announced, minSdk: rotationMinSdk },
  );
}

/** Checks that the signers' ranges are contiguous, do not overlap and cover the required releases. */
function checkCoverage(signers: V3Signer[], { scheme, range, rotationMinSdk }: V3Scope): void {
  const rule = `signature.${scheme}.sdk-range`;
  // When signers share a last release the later one counts, as in AOSP's verifier.
  const byLastSdk = new Map(signers.map((signer) => [signer.maxSdk, signer]));
  const sorted = [...byLastSdk.values()].toSorted((left, right) => left.maxSdk - right.maxSdk);
  let firstMin = 0;
  let lastMax = 0;
  let lineageLength = 0;
  for (const { minSdk, maxSdk, lineage, onDevRelease } of sorted) {
    if (firstMin === 0) firstMin = minSdk;
    else if (minSdk !== lastMax + 1 && !(minSdk === lastMax && onDevRelease)) {
      throw new SignatureProblem(rule, { found: 'gap', maxSdk: lastMax, nextSdk: minSdk });
    }
    lastMax = maxSdk;
    if (!lineage) continue;
    if (lineage.length < lineageLength) {
      throw new SignatureProblem(`signature.${scheme}.lineage`, { found: 'shortLineage' });
    }
    lineageLength = lineage.length;
  }
  const neededMax = rotationMinSdk === undefined ? range.maxSdk : rotationMinSdk - 1;
  if (firstMin > range.minSdk || lastMax < neededMax) {
    throw new SignatureProblem(rule, {
      found: 'coverage',
      minSdk: firstMin,
      maxSdk: lastMax,
      neededMinSdk: range.minSdk,
      neededMaxSdk: neededMax,
    });
  }
}

function joinLineages(signers: V3Signer[], scheme: BlockScheme): Lineage | undefined {
  try {
    return consolidateLineages(signers.flatMap(({ lineage }) => (lineage ? [lineage] : [])));
  } catch (error) {
    if (!(error instanceof LineageError)) throw error;
    throw new SignatureProblem(`signature.${scheme}.lineage`, { found: 'format', ...error.problem });
  }
}
