import type { ByteSource } from '../byte-source.ts';
import type { ZipDirectory, ZipEntry } from '../zip.ts';
import { type EntryLocation, readEntry } from '../zip-entry.ts';
import { type PlistDict, readPlist } from './plist.ts';

const MAX_PLIST_SIZE = 4 * 1024 * 1024;

/** The app's folder inside an IPA; paths are relative to it. */
export interface Bundle {
  /** Files by their path inside the folder; of two with the same name the first. */
  files: Map<string, ZipEntry>;
  locate(entry: ZipEntry): EntryLocation;
  /** A property list's content; null when the file is missing. Rejects with PackageError when it is damaged. */
  plist(path: string): Promise<PlistDict | null>;
}

/** Finds the first `Payload/<name>.app` folder that has an Info.plist; null when there is none. */
export function findBundle(source: ByteSource, zip: ZipDirectory): Bundle | null {
  const folder = zip.entries
    .map(({ name }) => /^(Payload\/[^/]+\.app\/)Info\.plist$/.exec(name)?.[1])
    .find((found) => found !== undefined);
  if (folder === undefined) return null;
  const inside = zip.entries.filter(({ name }) => name.startsWith(folder)).toReversed();
  const files = new Map(inside.map((entry) => [entry.name.slice(folder.length), entry]));
  const locate = (entry: ZipEntry) => ({ source, zip, entry });
  return {
    files,
    locate,
    async plist(path) {
      const entry = files.get(path);
      return entry ? readPlist(await readEntry(locate(entry), MAX_PLIST_SIZE), path) : null;
    },
  };
}
