import type { FactLimiter } from '../fact-limiter.ts';
import type { FindingLog } from '../finding.ts';
import { MAX_LISTED } from '../limits.ts';
import { fileFinding } from '../rules/file-rules.ts';
import type { ZipEntry } from '../zip.ts';
import { readEntry } from '../zip-entry.ts';
import { attempt } from './attempt.ts';
import type { AppBundle } from './bundle.ts';
import { localeOfFolder } from './locale-folder.ts';
import { readPlist } from './plist.ts';
import type { PlistValue } from './plist-value.ts';
import { readStringsFile } from './strings-file.ts';

const MAX_STRINGS_SIZE = 64 * 1024;
/** The texts of all languages; usage texts are among them. */
const TABLE = 'InfoPlist.loctable';
const MAX_TABLE_SIZE = 1024 * 1024;

/** Collects problems and omissions. */
interface LabelLog {
  findings: FindingLog;
  limiter: FactLimiter;
}

/** A name in one language, and where it is. */
interface Translation {
  readonly locale: string;
  readonly path: string;
  read(): Promise<string | null>;
}

/**
 * Reads the app's translated names by BCP 47 tag from `<locale>.lproj/InfoPlist.strings`, and from
 * `InfoPlist.loctable`, which has the tables of all languages. Two different names in one language, such as in
 * `English.lproj` and `en.lproj`, are a finding.
 */
export async function readLabels(
  bundle: AppBundle,
  { findings, limiter }: LabelLog,
): Promise<Record<string, string>> {
  const translations = [...inFolders(bundle), ...(await inTable(bundle, findings))];
  const labels = new Map<string, string>();
  for (const { locale, path, read } of limiter.list('labels', translations, MAX_LISTED.locales)) {
    const name = await attempt({ file: path }, read, findings);
    const key = limiter.text('locale', locale);
    if (!name) continue;
    const known = labels.get(key) ?? name;
    if (known !== name) {
      findings.add(fileFinding('ipa-ambiguous', { found: 'names', file: path, locale: key }));
    }
    labels.set(key, name);
  }
  const named = [...labels].map(([key, name]) => [key, limiter.text('name', name)] as const);
  return Object.fromEntries(named.sort());
}

function inFolders(bundle: AppBundle): Translation[] {
  return [...bundle.files].flatMap(([path, entry]) => {
    const locale = /^([\w-]+)\.lproj\/InfoPlist\.strings$/.exec(path)?.[1];
    return locale && locale !== 'Base'
      ? [{ locale: localeOfFolder(locale), path, read: () => translatedName(bundle, entry) }]
      : [];
  });
}

/**
 * Lists the names of a property list whose keys are languages, and whose values are their tables. Apple's tools write
 * where each text comes from under `LocProvenance`, which is no language.
 */
async function inTable(bundle: AppBundle, findings: FindingLog): Promise<Translation[]> {
  const entry = bundle.files.get(TABLE);
  if (!entry) return [];
  const read = async () => readPlist(await readEntry(bundle.locate(entry), MAX_TABLE_SIZE), entry.name);
  const tables = (await attempt({ file: TABLE }, read, findings)) ?? new Map<string, PlistValue>();
  return [...tables].flatMap(([locale, table]) =>
    locale === 'LocProvenance' || locale === 'Base' || !(table instanceof Map)
      ? []
      : [{ locale: localeOfFolder(locale), path: TABLE, read: async () => nameIn(table) }],
  );
}

async function translatedName(bundle: AppBundle, entry: ZipEntry): Promise<string | null> {
  const bytes = await readEntry(bundle.locate(entry), MAX_STRINGS_SIZE);
  const compiled = String.fromCharCode(...bytes.subarray(0, 6)) === 'bplist' || bytes[0] === 0x3c;
  return nameIn(compiled ? readPlist(bytes, entry.name) : readStringsFile(bytes));
}

function nameIn(strings: ReadonlyMap<string, PlistValue>): string | null {
  const name = strings.get('CFBundleDisplayName') ?? strings.get('CFBundleName');
  return typeof name === 'string' ? name : null;
}
