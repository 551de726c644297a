/** Prefix of all storage keys of the feed. */
export const FEED_PREFIX = 'feeds/fdroid/';

/** The kinds of files in the feed. */
type FeedFileName = 'entry.jar' | 'entry.json' | 'index-v1.jar' | 'index-v2.json' | 'diff.json';

/** Returns the storage key of a feed file. Keys contain the hash, so stored files never change. */
export function feedFileKey(name: FeedFileName, sha256: string): string {
  return `${FEED_PREFIX}${sha256}-${name}`;
}

/** Returns the path of the store's own icon below the repository's address, in the folder that fdroidserver uses. */
export function storeIconPath(sha256: string): string {
  return `icons/${sha256}.png`;
}

/** Parses a path made by `storeIconPath`; returns its hash, or null for any other path. */
export function readStoreIconPath(path: string): string | null {
  return /^icons\/([0-9a-f]{64})\.png$/.exec(path)?.[1] ?? null;
}

/**
 * Returns an index's name, made from its hash. A client that has read an entry thus always gets the index
 * that it names, even after a new generation.
 */
export function indexName(sha256: string): string {
  return `index-v2.${sha256}.json`;
}

/** Parses a name made by `indexName`; returns null for any other name. */
export function readIndexName(name: string): string | null {
  return /^index-v2\.([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? null;
}

/** Returns the name of the diff from the index with a timestamp, made from the diff's hash like an index's name. */
export function diffName(from: number, sha256: string): string {
  return `diff/${from}.${sha256}.json`;
}

/** Parses a name made by `diffName`; returns its hash, or null for any other name. */
export function readDiffName(name: string): string | null {
  return /^diff\/\d{1,16}\.([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? null;
}
