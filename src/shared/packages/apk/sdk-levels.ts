import type { XmlElement } from './binary-xml.ts';
import type { AttributeReader } from './manifest-attributes.ts';

/** The release that a preview became, by the letter its codename starts with. */
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
 * The platform versions that the package is for, from every `uses-sdk`: the highest minimum counts, as in AOSP's
 * package verifier. Without a minimum it is 1, without a target the minimum.
 */
export function sdkLevels(
  root: XmlElement,
  read: AttributeReader,
): { minSdk: number; targetSdk: number; maxSdk?: number } {
  const uses = root.children.filter(({ name }) => name === 'uses-sdk');
  const level = (element: XmlElement, name: 'minSdkVersion' | 'targetSdkVersion') =>
    read.integer(element, name) ?? LETTER_SDK[read.text(element, name)?.[0] ?? ''] ?? 0;
  const minSdk = Math.max(1, ...uses.map((element) => level(element, 'minSdkVersion')));
  const targetSdk = Math.max(0, ...uses.map((element) => level(element, 'targetSdkVersion'))) || minSdk;
  const maxSdk = uses.map((element) => read.integer(element, 'maxSdkVersion')).find((max) => max !== null);
  return maxSdk === undefined ? { minSdk, targetSdk } : { minSdk, targetSdk, maxSdk };
}
