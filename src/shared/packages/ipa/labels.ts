import type { FactLimiter } from '../fact-limiter.ts';
import type { FindingLog } from '../finding.ts';
import { MAX_LISTED } from '../limits.ts';
import type { ZipEntry } from '../zip.ts';
import { readEntry } from '../zip-entry.ts';
import { attempt } from './attempt.ts';
import type { Bundle } from './bundle.ts';
import { ambiguous } from './info-plist.ts';
import { localeOfFolder } from './locale-folder.ts';
import { readPlist } from './plist.ts';
import { readStringsFile } from './strings-file.ts';

const MAX_STRINGS_SIZE = 64 * 1024;

/** Collects problems and omissions. */
interface LabelLog {
  findings: FindingLog;
  limiter: FactLimiter;
}

/**
 * Reads the app's translated names by BCP 47 tag from `<locale>.lproj/InfoPlist.strings`. Two different names in one
 * language, such as in `English.lproj` and `en.lproj`, are a finding.
 */
export async function readLabels(
  bundle: Bundle,
  { findings, limiter }: LabelLog,
): Promise<Record<string, string>> {
  const translations = [...bundle.files].flatMap(([path, entry]) => {
    const locale = /^([\w-]+)\.lproj\/InfoPlist\.strings$/.exec(path)?.[1];
    return locale && locale !== 'Base' ? [{ locale: localeOfFolder(locale), path, entry }] : [];
  });
  const labels = new Map<string, string>();
  for (const { locale, path, entry } of limiter.list('Names by locale', translations, MAX_LISTED.locales)) {
    const name = await attempt(path, () => translatedName(bundle, entry), findings);
    const key = limiter.text('The name of a locale', locale);
    if (!name) continue;
    const known = labels.get(key) ?? name;
    if (known !== name) findings.add(ambiguous(`There are two names in ${key}; one is in ${path}.`).finding);
    labels.set(key, name);
  }
  const named = [...labels].map(([key, name]) => [key, limiter.text(`The name in ${key}`, name)] as const);
  return Object.fromEntries(named.sort());
}

async function translatedName(bundle: Bundle, entry: ZipEntry): Promise<string | null> {
  const bytes = await readEntry(bundle.locate(entry), MAX_STRINGS_SIZE);
  const compiled = String.fromCharCode(...bytes.subarray(0, 6)) === 'bplist' || bytes[0] === 0x3c;
  const strings = compiled ? readPlist(bytes, entry.name) : readStringsFile(bytes);
  const name = strings.get('CFBundleDisplayName') ?? strings.get('CFBundleName');
  return typeof name === 'string' ? name : null;
}
