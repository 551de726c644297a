/** An app's icon in the default locale, by its content hash. */
export interface IconFile {
  readonly applicationId: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly extension: string;
}

/** The locale of the feed's texts and images; clients fall back to it for every language. */
export const DEFAULT_LOCALE = 'en-US';

/**
 * Returns the path of an icon below the repository's address, named by its hash in base64url as in
 * fdroidserver.
 */
export function iconPath({ applicationId, sha256, extension }: IconFile): string {
  const hash = Buffer.from(sha256, 'hex').toString('base64url');
  return `${applicationId}/${DEFAULT_LOCALE}/icon_${hash}.${extension}`;
}

/** Parses a path made by `iconPath`; returns null for any other path. */
export function readIconPath(path: string): IconFile | null {
  const match = /^([\w.-]+)\/en-US\/icon_([\w-]{43})\.(png|webp)$/.exec(path);
  if (!match) return null;
  const [, applicationId = '', hash = '', extension = ''] = match;
  return { applicationId, sha256: Buffer.from(hash, 'base64url').toString('hex'), extension };
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
