import type { SdkRange } from '../algorithms.ts';
import { type DigestName, equalBytes } from '../digest.ts';
import { SignatureProblem } from '../problem.ts';
import { decodeBase64 } from './base64.ts';
import { attributesOf, type ManifestSection } from './jar-manifest.ts';

/** A digest stated in a manifest or signature file. */
export interface ExpectedDigest {
  name: DigestName;
  value: Uint8Array;
}

/** Android 4.3 and later use the strongest digest; earlier releases the first one in Digest-Algorithms. */
const STRONGEST_FIRST_SDK = 18;
const STRONGEST_FIRST: DigestName[] = ['SHA-512', 'SHA-384', 'SHA-256', 'SHA-1'];

const MAX_SHOWN = 100;

/** Spellings in Digest-Algorithms, and the first release that supports each there. */
const LISTED: Record<string, { name: DigestName; minSdk: number }> = {
  MD5: { name: 'MD5', minSdk: 0 },
  SHA: { name: 'SHA-1', minSdk: 0 },
  SHA1: { name: 'SHA-1', minSdk: 0 },
  'SHA-1': { name: 'SHA-1', minSdk: 0 },
  'SHA-256': { name: 'SHA-256', minSdk: 0 },
  'SHA-384': { name: 'SHA-384', minSdk: 9 },
  'SHA-512': { name: 'SHA-512', minSdk: 9 },
};

/**
 * Returns the digests in `section` that releases in `range` compare; attribute names end with `suffix`. Empty
 * when some release would find none.
 * @throws SignatureProblem when a digest is not Base64.
 * @see AOSP apksig, V1SchemeVerifier.getDigestsToVerify
 */
export function expectedDigests(section: ManifestSection, suffix: string, range: SdkRange): ExpectedDigest[] {
  const expected: ExpectedDigest[] = [];
  const attribute = attributesOf(section);
  if (range.minSdk < STRONGEST_FIRST_SDK) {
    const first = firstListed(attribute, suffix, range.minSdk);
    if (!first) return [];
    expected.push(first);
  }
  if (range.maxSdk >= STRONGEST_FIRST_SDK) {
    const strongest = strongestOf(attribute, suffix);
    const [known] = expected;
    const same = strongest && known?.name === strongest.name && equalBytes(known.value, strongest.value);
    if (strongest && !same) expected.push(strongest);
  }
  return expected;
}

type Attributes = ReturnType<typeof attributesOf>;

function firstListed(attribute: Attributes, suffix: string, minSdk: number): ExpectedDigest | undefined {
  const listed = (attribute('Digest-Algorithms') ?? 'SHA SHA1').split(/[ \t\n\r\f]+/).filter(Boolean);
  for (const spelling of listed) {
    const text = attribute(spelling + suffix);
    const known = LISTED[spelling.toUpperCase()];
    if (text !== undefined && known && known.minSdk <= minSdk) {
      return { name: known.name, value: digestValue(text, spelling + suffix) };
    }
  }
  return undefined;
}

function strongestOf(attribute: Attributes, suffix: string): ExpectedDigest | undefined {
  for (const name of STRONGEST_FIRST) {
    const key = (name === 'SHA-1' ? 'SHA1' : name) + suffix;
    const text = attribute(key);
    if (text !== undefined) return { name, value: digestValue(text, key) };
  }
  return undefined;
}

function digestValue(text: string, key: string): Uint8Array {
  const value = decodeBase64(text);
  if (!value)
    throw new SignatureProblem('signature.v1.malformed', {
      found: 'notBase64',
      key,
      text: text.slice(0, MAX_SHOWN),
    });
  return value;
}
