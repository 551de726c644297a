import type { XmlElement } from './binary-xml.ts';
import type { AttributeReader } from './manifest-attributes.ts';
import type { ManifestDoubts } from './manifest-doubts.ts';

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

export interface SdkLevels {
  minSdk: number;
  targetSdk: number;
  maxSdk?: number;
}

interface SdkContext {
  readonly read: AttributeReader;
  readonly doubts: ManifestDoubts;
}

/**
 * Reads the SDK levels. The minimum defaults to 1, the target to the minimum. Records a doubt about several `uses-sdk`,
 * of which Android takes the last and AOSP's package verifier the highest, about codenames, which only a preview
 * release installs, and about negative levels.
 * @see AOSP ParsingPackageUtils.parseUsesSdk, apksig ApkUtils.getMinSdkVersionFromBinaryAndroidManifest
 */
export function sdkLevels(root: XmlElement, { read, doubts }: SdkContext): SdkLevels {
  const uses = root.children.filter(({ name }) => name === 'uses-sdk');
  if (uses.length > 1) doubts.add({ found: 'elements', name: 'uses-sdk', times: uses.length });
  const level = (element: XmlElement, name: 'minSdkVersion' | 'targetSdkVersion' | 'maxSdkVersion') =>
    levelOf(element, name, { read, doubts });
  const highest = (name: 'minSdkVersion' | 'targetSdkVersion') => {
    const levels = uses.map((element) => level(element, name)).filter((found) => found !== null);
    return levels.length > 0 ? Math.max(...levels) : null;
  };
  const minSdk = Math.max(1, highest('minSdkVersion') ?? 1);
  const targetSdk = highest('targetSdkVersion') ?? minSdk;
  // Android takes the target as it is, other readers the minimum.
  if (targetSdk < minSdk) doubts.add({ found: 'targetSdk', targetSdk, minSdk });
  const maxSdk = uses.map((element) => level(element, 'maxSdkVersion')).find((max) => max !== null);
  return maxSdk === undefined || maxSdk === null ? { minSdk, targetSdk } : { minSdk, targetSdk, maxSdk };
}

function levelOf(
  element: XmlElement,
  name: 'minSdkVersion' | 'targetSdkVersion' | 'maxSdkVersion',
  { read, doubts }: SdkContext,
): number | null {
  // A codename is no number, which the reader records.
  const codename = read.value(element, name)?.text ?? '';
  const number = name === 'maxSdkVersion' ? read.ownInteger(element, name) : read.integer(element, name);
  const level = number ?? LETTER_SDK[codename[0] ?? ''] ?? null;
  if (level !== null && level < 0) {
    doubts.add({ found: 'negative', place: `<uses-sdk android:${name}>`, value: level });
  }
  return level;
}
