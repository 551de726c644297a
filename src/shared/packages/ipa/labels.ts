import type { Finding } from '../finding.ts';
import type { ZipEntry } from '../zip.ts';
import { readEntry } from '../zip-entry.ts';
import { attempt } from './attempt.ts';
import type { Bundle } from './bundle.ts';
import { readPlist } from './plist.ts';
import { readStringsFile } from './strings-file.ts';

const MAX_LOCALES = 200;
const MAX_STRINGS_SIZE = 64 * 1024;

/** The app's name in each locale that translates it, by BCP 47 tag, from `<locale>.lproj/InfoPlist.strings`. */
export async function readLabels(bundle: Bundle, findings: Finding[]): Promise<Record<string, string>> {
  const translations = [...bundle.files].flatMap(([path, entry]) => {
    const locale = /^([\w-]+)\.lproj\/InfoPlist\.strings$/.exec(path)?.[1];
    return locale && locale !== 'Base' ? [{ locale: locale.replaceAll('_', '-'), path, entry }] : [];
  });
  const labels: [string, string][] = [];
  for (const { locale, path, entry } of translations.slice(0, MAX_LOCALES)) {
    const name = await attempt(path, () => translatedName(bundle, entry), findings);
    if (name) labels.push([locale, name]);
  }
  return Object.fromEntries(labels.sort());
}

async function translatedName(bundle: Bundle, entry: ZipEntry): Promise<string | null> {
  const bytes = await readEntry(bundle.locate(entry), MAX_STRINGS_SIZE);
  const compiled = String.fromCharCode(...bytes.subarray(0, 6)) === 'bplist' || bytes[0] === 0x3c;
  const strings = compiled ? readPlist(bytes, entry.name) : readStringsFile(bytes);
  const name = strings.get('CFBundleDisplayName') ?? strings.get('CFBundleName');
  return typeof name === 'string' ? name : null;
}
