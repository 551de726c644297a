import type { ZipEntry } from './zip.ts';

/** Bytes that each kind of content takes in the file, as packed; kinds without any are left out. */
export type PartSizes = Record<string, number>;

type Sized = Pick<ZipEntry, 'name' | 'compressedSize'>;
type Rule = readonly [part: string, path: RegExp];

/** Android's places for content: developer.android.com "APK structure". */
const APK_RULES: readonly Rule[] = [
  ['code', /^classes\d*\.dex$/],
  ['native libraries', /^lib\//],
  ['resources', /^(res\/|resources\.arsc$)/],
  ['assets', /^assets\//],
];

/** Apple's places for content, below the app's folder: "Placing content in a bundle". */
const IPA_RULES: readonly Rule[] = [
  ['frameworks', /^Frameworks\//],
  ['extensions', /^(PlugIns|Extensions|Watch)\//],
  ['resources', /(\.car|\.nib|\.storyboardc|\.lproj|\.bundle|\.strings|\.png)(\/|$)/],
];

/** How the size of an APK divides; paths are those in the zip. */
export function apkPartSizes(entries: Iterable<Sized>): PartSizes {
  return measure(entries, APK_RULES);
}

/**
 * How the size of an iOS app divides.
 * @param files by their path inside the app's folder
 * @param executable the path of the main executable, if there is one
 */
export function ipaPartSizes(files: ReadonlyMap<string, Sized>, executable: string | null): PartSizes {
  const entries = [...files].map(([name, { compressedSize }]) => ({ name, compressedSize }));
  const isCode = (name: string) => name === executable;
  return {
    ...measure(
      entries.filter(({ name }) => isCode(name)),
      [['code', /^/]],
    ),
    ...measure(
      entries.filter(({ name }) => !isCode(name)),
      IPA_RULES,
    ),
  };
}

function measure(entries: Iterable<Sized>, rules: readonly Rule[]): PartSizes {
  const sizes: PartSizes = {};
  for (const { name, compressedSize } of entries) {
    if (compressedSize === 0) continue;
    const part = rules.find(([, path]) => path.test(name))?.[0] ?? 'other files';
    sizes[part] = (sizes[part] ?? 0) + compressedSize;
  }
  return sizes;
}
