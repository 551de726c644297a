import type { ByteSource } from '../byte-source.ts';
import { toHex } from '../text.ts';
import type { ZipDirectory } from '../zip.ts';
import { type ContentDigest, findAlgorithm, type SdkRange } from './algorithms.ts';
import type { BlockScheme, BlockSigner } from './block-signer.ts';
import { digestContents } from './content-digest.ts';
import { equalBytes } from './digest.ts';
import type { Hasher } from './hasher.ts';
import type { Lineage } from './lineage.ts';
import { ProblemLog } from './problem.ts';
import { BLOCK_ID, FIRST_SDK, readSigningBlock, type SigningBlock } from './signing-block.ts';
import { checkV2 } from './v2.ts';
import { checkV3, type V3Signer } from './v3.ts';
import { PAGE_SIZE } from './verity.ts';

/** The result of verifying one scheme of the signing block. */
export interface SchemeResult {
  scheme: BlockScheme;
  /** Those of v3 and v3.1 with the releases that they are for. */
  signers: (BlockSigner & Partial<SdkRange>)[];
  lineage?: Lineage;
  verified: boolean;
  log: ProblemLog;
}

/**
 * Verifies the v3.1, v3 and v2 signatures that releases in `range` use, in this order, and stops at the first
 * failure. Schemes missing from the package have no result.
 * @see AOSP apksig, ApkVerifier.verify
 */
export async function verifyBlockSchemes(
  source: ByteSource,
  zip: ZipDirectory,
  { range, hasher }: { range: SdkRange; hasher: Hasher },
): Promise<SchemeResult[]> {
  if (range.maxSdk < FIRST_SDK.v2) return [];
  const block = await readSigningBlock(source, zip);
  if (!block) return [];
  const results = checkSigners(block, range);
  const held = results.filter(({ log }) => !log.failed);
  const wanted = new Set(held.flatMap(wantedDigests));
  if (wanted.has('verity-sha256')) rejectUnaligned(held, block, zip);
  const digests = held.some(({ log }) => !log.failed)
    ? await digestContents({ source, zip, blockOffset: block.offset }, wanted, hasher)
    : new Map<ContentDigest, Uint8Array>();
  for (const result of results) {
    if (!result.log.failed) compareContents(result, digests);
    if (result.log.failed) break;
    result.verified = true;
  }
  return results;
}

/** Checks everything except the package's contents. Stops at the first scheme that fails. */
function checkSigners(block: SigningBlock, range: SdkRange): SchemeResult[] {
  const results: SchemeResult[] = [];
  let rotationMinSdk: number | undefined;
  const add = (scheme: BlockScheme, check: (value: Uint8Array, log: ProblemLog) => Partial<SchemeResult>) => {
    const value = block.values.get(BLOCK_ID[scheme]);
    if (!value || range.maxSdk < FIRST_SDK[scheme] || results.some(({ log }) => log.failed)) return;
    const log = new ProblemLog();
    results.push({ scheme, signers: [], verified: false, log, ...check(value, log) });
  };
  add('v31', (value, log) => {
    // A v3.1 block may start at a later release: v3 then serves the releases before it.
    const result = checkV3(value, {
      scheme: 'v31',
      range: { minSdk: range.maxSdk, maxSdk: range.maxSdk },
      log,
    });
    rotationMinSdk = firstSdk(result.signers);
    return result;
  });
  const v31 = results[0];
  add('v3', (value, log) => {
    return checkV3(value, { scheme: 'v3', range: rangeFrom(FIRST_SDK.v3, range), rotationMinSdk, log });
  });
  if (v31 && results.length === 1 && !v31.log.failed) results.push(withoutV3());
  if (range.minSdk >= FIRST_SDK.v3 && results.length > 0) return results;
  const foundSchemes = results.map(({ scheme }) => (scheme === 'v3' ? 3 : 31));
  const knownSchemes = range.maxSdk >= FIRST_SDK.v3 ? [2, 3] : [2];
  add('v2', (value, log) => {
    const scope = {
      scheme: 'v2',
      range: rangeFrom(FIRST_SDK.v2, range),
      knownSchemes,
      foundSchemes,
    } as const;
    return { signers: checkV2(value, scope, log) };
  });
  return results;
}

function rangeFrom(sdk: number, { minSdk, maxSdk }: SdkRange): SdkRange {
  return { minSdk: Math.max(minSdk, sdk), maxSdk };
}

function firstSdk(signers: V3Signer[]): number | undefined {
  const first = Math.min(...signers.map(({ minSdk }) => minSdk));
  return first > 0 && Number.isFinite(first) ? first : undefined;
}

function withoutV3(): SchemeResult {
  const log = new ProblemLog();
  log.error('signature.stripped', { found: 'noV3' });
  return { scheme: 'v3', signers: [], verified: false, log };
}

function wantedDigests({ signers }: SchemeResult): ContentDigest[] {
  return signers.flatMap(({ contentDigests }) => [...contentDigests]);
}

/**
 * Rejects unaligned blocks: verity digests whole pages, so the signing block must start and end on a page
 * boundary.
 */
function rejectUnaligned(results: SchemeResult[], block: SigningBlock, zip: ZipDirectory): void {
  const end = zip.centralDirectoryOffset;
  if (block.offset % PAGE_SIZE === 0 && end % PAGE_SIZE === 0) return;
  for (const result of results) {
    if (!wantedDigests(result).includes('verity-sha256')) continue;
    result.log.error(`signature.${result.scheme}.unaligned`, {
      found: 'placement',
      from: block.offset,
      to: end,
    });
  }
}

/**
 * Compares each signer's digests with those of the package, in every algorithm that any signer is verified
 * with.
 */
function compareContents(result: SchemeResult, digests: Map<ContentDigest, Uint8Array>): void {
  const wanted = new Set(wantedDigests(result));
  for (const { id, value } of result.signers.flatMap((signer) => signer.digests)) {
    const content = findAlgorithm(id)?.content;
    const actual = content && wanted.has(content) ? digests.get(content) : undefined;
    if (!content || !actual || equalBytes(actual, value)) continue;
    result.log.error(`signature.${result.scheme}.digest-mismatch`, {
      found: 'contents',
      digest: content,
      actual: toHex(actual),
      signed: toHex(value.subarray(0, 64)),
    });
  }
}
