import type { ByteSource } from '../byte-source.ts';
import { fileError } from '../rules/file-rules.ts';
import type { ZipDirectory, ZipEntry } from '../zip.ts';
import { type EntryLocation, readEntry } from '../zip-entry.ts';
import { isLink } from './ambiguous-paths.ts';
import { readPlist } from './plist.ts';
import type { PlistDict } from './plist-value.ts';

const MAX_PLIST_SIZE = 1024 * 1024;
/** Maximum size of all property lists together: the app's own and one per extension. */
const MAX_PLISTS_SIZE = 4 * 1024 * 1024;

const MAX_NAME_SHOWN = 100;

/** The app's folder inside an IPA. Paths are relative to it. */
export interface AppBundle {
  /** Files by path; the first counts when a name occurs twice. */
  files: Map<string, ZipEntry>;
  /** Returns where a file is. Throws PackageError for a link, which leads to another file once it is unpacked. */
  locate(entry: ZipEntry): EntryLocation;
  /** Reads a property list; null when the file is missing. Rejects with PackageError when it is damaged. */
  plist(path: string): Promise<PlistDict | null>;
}

const APP_INFO = /^(Payload\/[^/]+\.app\/)Info\.plist$/;

/** Returns true for the path of an app's Info.plist. */
export const isAppInfo = (path: string): boolean => APP_INFO.test(path);

/** Finds the first `Payload/<name>.app` folder that has an Info.plist; null when there is none. */
export function findBundle(source: ByteSource, zip: ZipDirectory): AppBundle | null {
  const folder = zip.entries.map(({ name }) => APP_INFO.exec(name)?.[1]).find((found) => found !== undefined);
  if (folder === undefined) return null;
  const inside = zip.entries.filter(({ name }) => name.startsWith(folder)).toReversed();
  const files = new Map(inside.map((entry) => [entry.name.slice(folder.length), entry]));
  const locate = (entry: ZipEntry) => {
    if (isLink(zip, entry)) {
      const file = entry.name.slice(0, MAX_NAME_SHOWN);
      throw fileError('ipa-ambiguous', { found: 'link', file });
    }
    return { source, zip, entry };
  };
  let left = MAX_PLISTS_SIZE;
  return {
    files,
    locate,
    async plist(path) {
      const entry = files.get(path);
      if (!entry) return null;
      const bytes = await readEntry(locate(entry), Math.min(MAX_PLIST_SIZE, left));
      left -= bytes.length;
      return readPlist(bytes, path);
    },
  };
}
