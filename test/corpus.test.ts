import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { bytesSource } from '#shared/packages/byte-source.ts';
import { inspectPackage } from '#shared/packages/inspect.ts';

/*
 * Compares our signature verdicts with those of AOSP's apksig: for our own fixtures always, and for a
 * conformance corpus when it is next to the repository (see docs/decisions/006-package-inspection.md).
 */

/** Apksig's verdict on a file for one range of platform versions; null for an open end. */
interface Verdict {
  file: string;
  minSdk: number | null;
  maxSdk: number | null;
  /** Set when it threw an exception instead, for files that are not packages. */
  throws?: string;
  verified?: boolean;
  v1?: boolean;
  v2?: boolean;
  v3?: boolean;
  v31?: boolean;
  signers?: string[];
}

const FIXTURES = new URL('./fixtures/packages/', import.meta.url);
const CORPUS = new URL('../../shared/corpus/', import.meta.url);
const NONE = { v1: false, v2: false, v3: false, v31: false };

/** apksigner 0.9 (Debian): `apksigner verify -v [--min-sdk-version N] [--max-sdk-version N] FILE`. */
const fixtureVerdicts: Verdict[] = [
  { file: 'plain.apk', minSdk: null, maxSdk: null, verified: true, ...NONE, v2: true, v3: true },
  { file: 'plain.apk', minSdk: 24, maxSdk: 27, verified: true, ...NONE, v2: true },
  { file: 'plain.apk', minSdk: 21, maxSdk: 23, verified: false },
  { file: 'rotated-signer.apk', minSdk: null, maxSdk: null, verified: true, ...NONE, v2: true, v3: true },
  { file: 'v1-only.apk', minSdk: null, maxSdk: null, verified: true, ...NONE, v1: true },
  { file: 'unsigned.apk', minSdk: null, maxSdk: null, verified: false },
  { file: 'corrupted.apk', minSdk: null, maxSdk: null, verified: false },
  { file: 'leading-bytes.apk', minSdk: null, maxSdk: null, verified: false },
  { file: 'duplicate-entries.apk', minSdk: null, maxSdk: null, verified: false },
];

/**
 * Files that apksig accepts but Android's own ZIP reader, or ours, does not open: the inspection stops at a
 * contradictory ZIP (see docs/decisions/006-package-inspection.md).
 */
const REJECTED_BY_CONTAINER: Record<string, string> = {
  'mismatched-compression-method.apk': 'zip-header',
  'v1-only-with-nul-in-entry-name.apk': 'zip-name',
};

/**
 * Apksig's own tests run on a Java runtime with every algorithm; these verdicts come from one without
 * RSA-PSS.
 */
const LACKED_ALGORITHM = /^NoSuchAlgorithmException: SHA\d+withRSA\/PSS/;

/** Reads apksig's verdicts for six ranges of each file. */
function printedVerdicts(): Verdict[] {
  return linesOf('apksig-verdicts.jsonl')
    .map((line) => JSON.parse(line) as Verdict)
    .filter(({ throws = '' }) => !LACKED_ALGORITHM.test(throws));
}

/** Reads the assertions of apksig's own tests, which treat a rejection and an exception alike. */
function assertedVerdicts(): Verdict[] {
  return linesOf('apksig-expected.tsv')
    .slice(1)
    .map((line) => {
      const [, file = '', minSdk, maxSdk, expected] = line.split('\t');
      return { file, minSdk: level(minSdk), maxSdk: level(maxSdk), verified: expected === 'VERIFIED' };
    });
}

function linesOf(name: string): string[] {
  const file = new URL(name, CORPUS);
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

function level(text = 'null'): number | null {
  return text === 'null' ? null : Number(text);
}

/** Describes how our verdict differs; null when it agrees. */
async function difference(folder: URL, verdict: Verdict): Promise<string | null> {
  const { file, minSdk, maxSdk, verified = false, signers, v1, v2, v3, v31 } = verdict;
  const bytes = new Uint8Array(readFileSync(new URL(file, folder)));
  const window = { minSdk: minSdk ?? undefined, maxSdk: maxSdk ?? undefined };
  const { signature, findings } = await inspectPackage(bytesSource(bytes), window);
  const expectedRule = REJECTED_BY_CONTAINER[file];
  if (expectedRule !== undefined)
    return findings[0]?.rule === expectedRule ? null : `${file} is not rejected`;
  const sameSchemes = v1 === undefined || isDeepStrictEqual(signature.schemes, { v1, v2, v3, v31 });
  const sameSigners = !signers || isDeepStrictEqual(signature.signers.toSorted(), signers.toSorted());
  const agrees = signature.verified === verified && (!verified || (sameSchemes && sameSigners));
  return agrees ? null : `${file}, ${minSdk} to ${maxSdk}: ${JSON.stringify(signature)}`;
}

async function differences(folder: URL, verdicts: Verdict[]): Promise<string[]> {
  const found: string[] = [];
  for (const verdict of verdicts) {
    const text = await difference(folder, verdict);
    if (text !== null) found.push(text);
  }
  return found;
}

test('verifies our own fixtures like apksigner', async () => {
  expect(await differences(FIXTURES, fixtureVerdicts)).toEqual([]);
});

test('agrees with every assertion of apksig’s own tests about the corpus', async () => {
  expect(await differences(new URL('apksig/', CORPUS), assertedVerdicts())).toEqual([]);
});

test('agrees with apksig’s output for the corpus on verdict, schemes and signers', async () => {
  expect(await differences(new URL('apksig/', CORPUS), printedVerdicts())).toEqual([]);
});
