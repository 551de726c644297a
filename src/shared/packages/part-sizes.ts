import type { ZipEntry } from './zip.ts';

/** Compressed bytes by kind of content; kinds without any are left out. */
export type PartSizes = Record<string, number>;

type SizedEntry = Pick<ZipEntry, 'name' | 'compressedSize'>;
type Rule = readonly [part: string, path: RegExp];

/** Paths in an APK: developer.android.com "APK structure". */
const APK_RULES: readonly Rule[] = [
  ['code', /^classes\d*\.dex$/],
  ['native libraries', /^lib\//],
  ['resources', /^(res\/|resources\.arsc$)/],
  ['assets', /^assets\//],
];

/** Paths in an iOS app's folder: Apple, "Placing content in a bundle". */
const IPA_RULES: readonly Rule[] = [
  ['frameworks', /^Frameworks\//],
  ['extensions', /^(PlugIns|Extensions|Watch)\//],
  ['resources', /(\.car|\.nib|\.storyboardc|\.lproj|\.bundle|\.strings|\.loctable|\.png)(\/|$)/],
];

/** Breaks down the size of an APK. Paths are those in the ZIP. */
export function apkPartSizes(entries: Iterable<SizedEntry>): PartSizes {
  return measure(entries, APK_RULES);
}

/**
 * Breaks down the size of an iOS app.
 * @param files by their path inside the app's folder
 * @param executable the path of the main executable, if there is one
 */
export function ipaPartSizes(files: ReadonlyMap<string, SizedEntry>, executable: string | null): PartSizes {
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

function measure(entries: Iterable<SizedEntry>, rules: readonly Rule[]): PartSizes {
  const sizes: PartSizes = {};
  for (const { name, compressedSize } of entries) {
    if (compressedSize === 0) continue;
    const part = rules.find(([, path]) => path.test(name))?.[0] ?? 'other files';
    sizes[part] = (sizes[part] ?? 0) + compressedSize;
  }
  return sizes;
}
