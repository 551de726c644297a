import type { XmlElement } from './binary-xml.ts';
import type { AttributeReader } from './manifest-attributes.ts';

/** The API level that a preview release became, by the first letter of its codename. */
const LETTER_SDK: Record<string, number> = {
  L: 21,
  M: 23,
  N: 24,
  O: 26,
  P: 28,
  Q: 29,
  R: 30,
  S: 31,
  T: 33,
  U: 34,
  V: 35,
  B: 36,
};

/**
 * Reads the SDK levels from every `uses-sdk`: the highest minimum counts, as in AOSP's package verifier. The
 * minimum defaults to 1, the target to the minimum.
 */
export function sdkLevels(
  root: XmlElement,
  read: AttributeReader,
): { minSdk: number; targetSdk: number; maxSdk?: number } {
  const uses = root.children.filter(({ name }) => name === 'uses-sdk');
  const level = (element: XmlElement, name: 'minSdkVersion' | 'targetSdkVersion') =>
    read.integer(element, name) ?? LETTER_SDK[read.text(element, name)?.[0] ?? ''] ?? 0;
  const highest = (name: 'minSdkVersion' | 'targetSdkVersion') =>
    uses.reduce((high, element) => Math.max(high, level(element, name)), 0);
  const minSdk = Math.max(1, highest('minSdkVersion'));
  const targetSdk = highest('targetSdkVersion') || minSdk;
  const maxSdk = uses.map((element) => read.integer(element, 'maxSdkVersion')).find((max) => max !== null);
  return maxSdk === undefined ? { minSdk, targetSdk } : { minSdk, targetSdk, maxSdk };
}
