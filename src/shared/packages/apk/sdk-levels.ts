import type { XmlElement } from './binary-xml.ts';
import type { AttributeReader } from './manifest-attributes.ts';
import type { ManifestDoubts } from './manifest-doubts.ts';

/** Characters shown of a codename. */
const MAX_SHOWN = 100;

/**
 * The API levels that previews of the platform became, by codename.
 * @see AOSP Build.VERSION_CODES and Build.VERSION.CODENAME
 */
const CODENAME_SDK = new Map([
  ['Cupcake', 3],
  ['Donut', 4],
  ['Eclair', 5],
  ['EclairMr1', 7],
  ['Froyo', 8],
  ['Gingerbread', 9],
  ['GingerbreadMr1', 10],
  ['Honeycomb', 11],
  ['HoneycombMr1', 12],
  ['HoneycombMr2', 13],
  ['IceCreamSandwich', 14],
  ['IceCreamSandwichMr1', 15],
  ['JellyBean', 16],
  ['JellyBeanMr1', 17],
  ['JellyBeanMr2', 18],
  ['KeyLimePie', 19],
  ['KitKat', 19],
  ['L', 21],
  ['Lollipop', 21],
  ['M', 23],
  ['MNC', 23],
  ['N', 24],
  ['O', 26],
  ['P', 28],
  ['Q', 29],
  ['R', 30],
  ['S', 31],
  ['Sv2', 32],
  ['Tiramisu', 33],
  ['UpsideDownCake', 34],
  ['VanillaIceCream', 35],
  ['Baklava', 36],
]);

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
  const number = name === 'maxSdkVersion' ? read.ownInteger(element, name) : read.integer(element, name);
  const level = number ?? codenameLevel(element, name, { read, doubts });
  if (level !== null && level < 0) {
    doubts.add({ found: 'negative', place: `<uses-sdk android:${name}>`, value: level });
  }
  return level;
}

/** Returns the level of a codename, which is no number, as the reader records; records a doubt about an unknown one. */
function codenameLevel(
  element: XmlElement,
  name: 'minSdkVersion' | 'targetSdkVersion' | 'maxSdkVersion',
  { read, doubts }: SdkContext,
): number | null {
  const text = read.value(element, name)?.text ?? '';
  // A preview may name its build, too: "Tiramisu.1a2b3c".
  const [codename = ''] = text.split('.');
  const level = CODENAME_SDK.get(codename) ?? null;
  const isName = /^[a-z]/i.test(codename);
  if (level === null && isName) {
    doubts.add({
      found: 'codename',
      place: `<uses-sdk android:${name}>`,
      name: codename.slice(0, MAX_SHOWN),
    });
  }
  return level;
}
