import { PackageError } from '../finding.ts';
import { iconOf, type PackageIcon } from '../image.ts';
import { readEntry } from '../zip-entry.ts';
import type { AppBundle } from './bundle.ts';
import { uncrushPng } from './crushed-png.ts';
import { type PlistDict, plistArray, plistDict, plistText } from './plist-value.ts';

const MAX_ICON_SIZE = 4 * 1024 * 1024;

/**
 * Returns the largest icon listed in Info.plist, as a PNG that browsers can display; null when the icon is
 * only in the compiled asset catalogue.
 */
export async function findBundleIcon(bundle: AppBundle, info: PlistDict): Promise<PackageIcon | null> {
  const names = iconNames(info);
  const candidates = [...bundle.files]
    .filter(([path]) => path.endsWith('.png') && names.some((name) => isVariant(path, name)))
    .map(([, entry]) => entry)
    .sort((a, b) => b.uncompressedSize - a.uncompressedSize);
  for (const entry of candidates.slice(0, 10)) {
    try {
      const png = uncrushPng(await readEntry(bundle.locate(entry), MAX_ICON_SIZE));
      const icon = png && iconOf(png);
      if (icon) return icon;
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
    }
  }
  return null;
}

/**
 * Returns true when a file is the named icon at some scale or for some device: `Icon@2x.png`,
 * `Icon@2x~ipad.png`.
 */
function isVariant(path: string, name: string): boolean {
  const rest = path.slice(name.length).replace(/\.png$/, '');
  return path.startsWith(name) && /^(@[23]x)?(~\w+)?$/.test(rest);
}

function iconNames(info: PlistDict): string[] {
  const primary = ['CFBundleIcons', 'CFBundleIcons~ipad'].map((key) =>
    plistDict(plistDict(info, key), 'CFBundlePrimaryIcon'),
  );
  const names = [info, ...primary].flatMap((dict) => plistArray(dict, 'CFBundleIconFiles'));
  return [...names, plistText(info, 'CFBundleIconFile')]
    .filter((name) => typeof name === 'string' && name !== '')
    .map((name) => String(name).replace(/\.png$/, ''))
    .slice(0, 100);
}
